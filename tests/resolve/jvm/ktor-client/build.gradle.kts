plugins {
    alias(libs.plugins.kotlin.jvm)
}

repositories {
    mavenCentral()
}

dependencies {
    implementation(libs.bundles.ktor)
    implementation(libs.ktor.serialization.json)
    implementation(libs.ktor.client.okhttp)
}

kotlin {
    jvmToolchain(17)
}
