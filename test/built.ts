import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

/** Builds the packages before tests run: some tests use them as a plugin author gets them, from `dist`. */
export function setup(project: TestProject): void {
  build()
  project.onTestsRerun(async () => build())
}

/** Takes a moment when nothing has changed. */
function build(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build.js', import.meta.url))], { stdio: 'inherit' })
}
