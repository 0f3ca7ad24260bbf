// paredown connect opencode: refuses tools the files of installed dependencies. Remove it with `paredown connect opencode --remove`.
import { spawnSync } from "node:child_process";

export const Paredown = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    const call = { hook_event_name: "PreToolUse", tool_name: input.tool, tool_input: output.args, cwd: directory };
    const [program, ...words] = ["paredown", "connect", "hook", "opencode"];
    const asked = spawnSync(program, words, { input: JSON.stringify(call), encoding: "utf8", timeout: 15000 });
    if (asked.status !== 0) throw new Error("paredown could not be asked: the call is refused");
    const decision = JSON.parse(asked.stdout).hookSpecificOutput;
    if (decision) throw new Error(decision.permissionDecisionReason);
  },
});
