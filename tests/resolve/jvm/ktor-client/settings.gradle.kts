rootProject.name = "ktor-client"
