import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { type ClientPart, type Problem, referenceTo } from '@platform/plugin-host'

const run = promisify(execFile)
/** The compiler is quick; one that hangs must not hold a build for ever. Milliseconds. */
const LONGEST = 120_000

/**
 * Has the compiler of each plugin check the types of its client part, so that a component that expects other props than
 * its slot gives is found before a reader sees it. A part that is no TypeScript, or whose folder has no tsconfig.json
 * or no compiler, is not checked.
 */
export async function clientTypeProblems(parts: readonly ClientPart[]): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  // One after another: a compiler uses all processors by itself.
  for (const part of parts) problems.push(...(await problemsOf(part)))
  return problems
}

async function problemsOf(part: ClientPart): Promise<readonly Problem[]> {
  const { entry } = part
  const folder = dirname(entry)
  const settings = [folder, dirname(folder)].map(each => join(each, 'tsconfig.json')).find(existsSync)
  const compiler = compilerOf(entry)
  if (!/\.tsx?$/.test(entry) || !settings || !compiler) return []
  const arguments_ = [compiler, '-p', settings, '--noEmit', '--pretty', 'false']
  const output = await run(process.execPath, arguments_, { timeout: LONGEST, maxBuffer: 2 ** 24 }).then(
    () => '',
    (error: { readonly stdout?: string }) => error.stdout ?? '',
  )
  return [...output.matchAll(/^(\S.*?)\((\d+),\d+\): error (TS\d+: .*(?:\n[ \t].*)*)/gm)]
    .map(([, file = '', line, message = '']) => ({ file: resolve(file), line, message }))
    .filter(({ file }) => file.startsWith(folder + sep))
    .map(({ file, line, message }) => problemOf(part, { place: `${relative(process.cwd(), file)}:${line}`, message }))
}

/** The compiler that a plugin is written with; `null` when it is not installed. */
function compilerOf(entry: string): string | null {
  try {
    return join(dirname(createRequire(entry).resolve('typescript/package.json')), 'bin/tsc')
  } catch {
    return null
  }
}

const problemOf = (
  { plugin, version }: ClientPart,
  { place, message }: { readonly place: string; readonly message: string },
): Problem => ({
  code: 'PLUGIN_CLIENT_TYPES',
  plugins: [referenceTo({ name: plugin, version, origin: place })],
  hook: 'client',
  message,
  fix: 'correct the line; docs/reference/client-plugin.md lists what each slot gives',
})
