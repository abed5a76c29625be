// Applies each mutation of `mutants/table.js` to a copy of this checkout, and runs the test that is named beside it.
// A mutation is killed when that test fails. The command fails when a mutation survives, or can't be applied any more.
// `node scripts/mutants.js [word...]` tries only the mutations whose name or file has one of the words.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { copyCheckout } from './mutants/copy.js'
import { MUTATIONS } from './mutants/table.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const REPORT = 'mutants-report.json'

/** @typedef {import('./mutants/table.js').Mutation} Mutation */

/**
 * Replaces the text of a mutation in a source.
 *
 * @param {string} source
 * @param {Mutation} mutation
 * @returns {string | undefined} nothing when the source has the text never, or more than once.
 */
export function mutate(source, { before, after }) {
  const parts = source.split(before)
  return parts.length === 2 ? parts.join(after) : undefined
}

/** A title as a pattern that matches only this text. */
const patternOf = title => title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/**
 * Runs the tests with these titles.
 *
 * @returns the tests that ran, each with its file and its outcome.
 */
async function runTests(folder, files, titles) {
  rmSync(join(folder, REPORT), { force: true })
  // The Node of the workspace, because the one that runs this script may be older.
  const [node, vitest] = ['.bin/node', 'vitest/vitest.mjs'].map(path => join(folder, 'node_modules', path))
  const options = ['run', '--config', 'vitest.mutants.config.ts', `--outputFile=${REPORT}`]
  const names = ['--testNamePattern', titles.map(patternOf).join('|')]
  await new Promise((resolve, reject) => {
    const child = spawn(node, [vitest, ...options, ...names, ...files], { cwd: folder, stdio: 'ignore' })
    child.once('error', reject).once('exit', resolve)
  })
  if (!existsSync(join(folder, REPORT))) return []
  const { testResults } = JSON.parse(readFileSync(join(folder, REPORT), 'utf8'))
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, fullName, status }) => ({ file: name, title: `${fullName} ${title}`, status })),
  )
}

/** What browsers load, which tests read in built form. */
const OF_BROWSERS = /^(?:packages\/client-sdk|apps\/stream|plugins\/[\w-]+\/client)\//

/** Builds what browsers load again, in a copy in which one of its sources has changed. */
async function buildForBrowsers(folder) {
  const [sdk, stream] = ['packages/client-sdk', 'apps/stream'].map(path => join(folder, path))
  const compile = ['../../node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']
  await runNode(folder, sdk, compile)
  await runNode(folder, stream, compile)
  await runNode(folder, stream, ['build.js'])
}

/** Runs a program. A fault may be one of types, too, with which the compiler still writes what it compiles. */
const runNode = (folder, cwd, command) =>
  new Promise((resolve, reject) => {
    const child = spawn(join(folder, 'node_modules/.bin/node'), command, { cwd, stdio: 'ignore' })
    child.once('error', reject).once('exit', resolve)
  })

const ofTest =
  ({ test, title }) =>
  ({ file, title: found }) =>
    file.endsWith(test) && found.includes(title)

/**
 * Runs every named test on the unchanged copy.
 *
 * @returns the outcome of each mutation whose test does not pass there.
 */
async function findUnsound(folder, mutations) {
  const unique = values => [...new Set(values)]
  const files = unique(mutations.map(({ test }) => test))
  const ran = await runTests(folder, files, unique(mutations.map(({ title }) => title)))
  return new Map(
    mutations.flatMap(mutation => {
      const own = ran.filter(ofTest(mutation))
      if (own.some(({ status }) => status === 'failed')) return [[mutation, 'its test fails without the mutation']]
      if (own.some(({ status }) => status === 'passed')) return []
      return [[mutation, own.length > 0 ? 'SKIPPED' : 'its test was not found']]
    }),
  )
}

/** Applies one mutation and runs its test. */
async function tryMutation(folder, mutation) {
  const path = join(folder, mutation.file)
  const source = readFileSync(path, 'utf8')
  const mutated = mutate(source, mutation)
  if (mutated === undefined) return 'its text does not occur exactly once'
  writeFileSync(path, mutated)
  try {
    if (OF_BROWSERS.test(mutation.file)) await buildForBrowsers(folder)
    const own = (await runTests(folder, [mutation.test], [mutation.title])).filter(ofTest(mutation))
    if (own.some(({ status }) => status === 'failed')) return 'killed'
    return own.length > 0 ? 'SURVIVED' : 'the mutated source does not run'
  } finally {
    writeFileSync(path, source)
  }
}

async function main(words) {
  const wanted = MUTATIONS.filter(
    ({ name, file }) => words.length === 0 || words.some(word => `${name} ${file}`.includes(word)),
  )
  // Those of browsers are last: what was built with the last fault stays until the next one is built.
  const isLast = ({ file }) => Number(OF_BROWSERS.test(file))
  const chosen = wanted.toSorted((one, other) => isLast(one) - isLast(other))
  const { folder, remove } = copyCheckout(ROOT)
  try {
    const unsound = await findUnsound(folder, chosen)
    for (const mutation of chosen) {
      const outcome = unsound.get(mutation) ?? (await tryMutation(folder, mutation))
      process.stdout.write(`${outcome.padEnd(8)}  ${mutation.name}  (${mutation.file})\n`)
      if (outcome !== 'killed' && outcome !== 'SKIPPED') process.exitCode = 1
    }
  } finally {
    remove()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv.slice(2))
