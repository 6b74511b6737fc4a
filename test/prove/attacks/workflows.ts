/** What could let somebody else's code act through a workflow: read from its lines, as the file is indented. */

/** The lines below a key, which is given with its indentation: those that are indented further. */
const below = (key: string, lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const at = lines.findIndex((line) => line.replace(/#.*/, "").trimEnd() === `${key}:`)
  if (at === -1) return []
  const indent = (line: string) => line.search(/\S/)
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => indent(line) <= indent(lines[at]!))
  return end === -1 ? rest : rest.slice(0, end)
}

/** The steps of a job, each with its lines. */
const listSteps = (job: ReadonlyArray<string>): ReadonlyArray<string> => {
  const steps: Array<string> = []
  for (const line of below("    steps", job)) {
    if (/^ {6}- /.test(line)) steps.push(line)
    else steps.push(`${steps.pop() ?? ""}\n${line}`)
  }
  return steps
}

/** Triggers that run with the repository's rights on what a stranger sends. */
const foreign = /^\s*(?:-\s*)?(pull_request_target|workflow_run|issue_comment|issues|discussion\w*)\b/

/** What is wrong with a workflow. */
export const listProblems = (text: string): ReadonlyArray<string> => {
  const lines = text.split("\n").filter((line) => !/^\s*(#|$)/.test(line))
  const problems: Array<string> = []

  const triggers = [
    ...lines.filter((line) => line.startsWith("on: ")).flatMap((line) => line.slice(4).split(/[[\],\s]+/)),
    ...below("on", lines)
  ]
  for (const line of triggers) {
    const trigger = foreign.exec(line)?.[1]
    if (trigger !== undefined) problems.push(`runs on ${trigger}`)
  }

  const outside = lines.slice(0, lines.indexOf("jobs:"))
  const permissions = below("permissions", outside).map((line) => line.replace(/#.*/, "").trim())
  if (permissions.join() !== "contents: read") problems.push("does not begin with the permission to read, and no other")

  for (const [, action = ""] of text.matchAll(/^\s*(?:- )?uses: (.*)$/gm)) {
    if (!/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action)) {
      problems.push(`takes an action that is not pinned with its version: ${action}`)
    }
  }

  if (/\bsecrets\b/.test(lines.join("\n"))) problems.push("uses a secret")
  const publishes = below("on", lines).some((line) => line.trim().startsWith("tags:"))
  if (publishes && lines.some((line) => /^\s*cache:/.test(line))) {
    problems.push("releases with a cache that others fill")
  }

  const jobs = below("jobs", lines)
  for (const name of jobs.flatMap((line) => /^ {2}([\w-]+):\s*$/.exec(line)?.[1] ?? [])) {
    const job = below(`  ${name}`, jobs)
    const steps = listSteps(job)
    if (!job.some((line) => /^ {4}timeout-minutes: \d+$/.test(line))) problems.push(`${name}: has no time limit`)
    if (job.some((line) => /^ {4}permissions: *\S/.test(line))) {
      problems.push(`${name}: names its permissions in one word`)
    }
    const mayWrite = below("    permissions", job).some((line) => /: write\b/.test(line))
    for (const step of steps) {
      if (step.includes("uses: actions/checkout@") && !/persist-credentials: false/.test(step)) {
        problems.push(`${name}: leaves its token to the steps after a checkout`)
      }
      const command = (/\brun:([\s\S]*)/.exec(step)?.[1] ?? "").replace(/^ *if:.*$/gm, "")
      for (const [, value = ""] of command.matchAll(/\$\{\{\s*(.*?)\s*\}\}/g)) {
        if (!/^(?:matrix|runner)\.[\w-]+$/.test(value)) problems.push(`${name}: puts ${value} into a command`)
      }
      if (
        mayWrite &&
        /actions\/checkout|\bnpm (?:ci|i|install|run|test|exec|pack)\b|\bnpx\b|\bnode\b(?!-)/.test(
          step.replace(/setup-node.*|node-version.*/g, "")
        )
      ) {
        problems.push(`${name}: runs code where it may write`)
      }
    }
  }
  return problems
}
