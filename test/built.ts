import { execFileSync } from 'node:child_process'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Builds the packages before tests run, because some tests use them from `dist`, as plugin authors do. */
export function setup(project: TestProject): void {
  build()
  project.onTestsRerun(async () => build())
}

/** Sets the PATH too, because editors start Vitest without the programs of the workspace. */
function build(): void {
  const path = [fromRoot('node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter)
  const env = { ...process.env, PATH: path }
  execFileSync(process.execPath, [fromRoot('scripts/build.js')], { cwd: fromRoot('.'), stdio: 'inherit', env })
}
