// Measures the sources: prints each figure with its bound, and fails with the places of each figure beyond its bound.
// `node scripts/house.js [folder]` reads the sources of a folder that git tracks, by default of this repository.
// Without git it measures nothing, and prints SKIPPED with the reason.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findCycles } from './house/find-cycles.js'
import { resolveImport } from './house/resolve-import.js'
import { readSyntax } from './house/syntax.js'

/** The rooms of apps/server/src. A source imports from rooms of its own rank or below, types included. */
const RANKS = {
  cli: 6,
  main: 6,
  testing: 6,
  'index.ts': 6,
  http: 5,
  graphql: 5,
  live: 5,
  web: 5,
  composition: 4,
  features: 3,
  compat: 2,
  jobs: 2,
  outbound: 2,
  pubsub: 2,
  request: 2,
  paging: 2,
  contract: 1,
  runtime: 1,
  input: 1,
}
/** Rooms that only the named file may import, whatever its rank is. */
const ONLY_IMPORTER = { compat: 'composition/context/connectors.ts' }

const SERVER = 'apps/server/src/'
const WIDTH = 120
const SMALL_FILE = 20

const BOUNDS = {
  longLines: 0.2,
  longComments: 0,
  cycles: 0,
  upwardImports: 0,
  foreignSources: 0,
  smallFiles: 5,
  casts: 10,
  nonNull: 3,
}

/** @typedef {{ name: string, now: number, bound: number, unit: string, places: string[] }} Figure */

/** Why the tracked files of a folder can't be listed; nothing when they can. */
function findObstacle(root) {
  try {
    execFileSync('git', ['rev-parse', '--git-dir'], { cwd: root, stdio: 'pipe', encoding: 'utf8' })
    return undefined
  } catch (error) {
    if (!existsSync(root)) return `there is no folder ${root}`
    return error.code === 'ENOENT' ? 'there is no git on the PATH' : error.stderr.trim()
  }
}

/** Files that git tracks, or would track. */
const LIST = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']

/** Lists the files below a folder that match one of the patterns. */
function listFiles(root, patterns) {
  const listed = execFileSync('git', [...LIST, '--', ...patterns], { cwd: root, encoding: 'utf8' })
  return listed.split('\0').filter(path => path !== '' && existsSync(join(root, path)))
}

function readPackages(root) {
  return listFiles(root, [':(glob)*/*/package.json', ':(glob)bench/package.json']).map(path => ({
    folder: dirname(path),
    manifest: JSON.parse(readFileSync(join(root, path), 'utf8')),
  }))
}

/** Reads the tracked sources below a folder. The `target` of an import is the tracked source that it resolves to. */
function readSources(root) {
  const paths = listFiles(root, ['*.ts', '*.tsx', '*.mts', '*.js', '*.mjs', '*.cjs'])
  const [packages, known] = [readPackages(root), new Set(paths)]
  return paths.map(path => {
    const text = readFileSync(join(root, path), 'utf8')
    const { imports, casts } = readSyntax(path, text)
    const withTarget = imports.map(({ specifier, line }) => {
      return { specifier, line, target: resolveImport({ path, specifier, packages, known }) }
    })
    return { path, lines: text.replace(/\n$/, '').split('\n'), imports: withTarget, casts }
  })
}

const width = line => [...line].length
/** A generated source is measured by its generator: its lines count neither as lines nor as thousands of lines. */
const isGenerated = ({ lines }) => /^\/\/ Generated\b/.test(lines[0])
const isTest = path => /(^|\/)tests?\/|\.test\.ts$/.test(path)
const isComment = line => /^\s*(\/\/|\/?\*)/.test(line)
/** Says whether a comment can be broken: an address or a directive for a tool needs one line. */
const canBreak = line => !/https?:\/\/\S{60}|biome-ignore|@ts-expect-error/.test(line)

function countLongLines(sources) {
  const written = sources.filter(source => !isGenerated(source))
  const lines = written.flatMap(({ path, lines }) => lines.map((line, at) => ({ line, place: `${path}:${at + 1}` })))
  const long = lines.filter(({ line }) => width(line) > WIDTH)
  const comments = long.filter(({ line }) => isComment(line) && canBreak(line))
  return [
    {
      name: `lines over ${WIDTH} characters`,
      now: (100 * long.length) / lines.length,
      bound: BOUNDS.longLines,
      unit: '%',
      places: long.map(({ place }) => place),
    },
    {
      name: `comments over ${WIDTH} characters that can be broken`,
      now: comments.length,
      bound: BOUNDS.longComments,
      unit: '',
      places: comments.map(({ place }) => place),
    },
  ]
}

function countCycles(sources) {
  const cycles = findCycles(
    new Map(sources.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])])),
  )
  return [
    {
      name: 'import cycles, types included',
      now: cycles.length,
      bound: BOUNDS.cycles,
      unit: '',
      places: cycles.map(cycle => `${cycle.size} sources: ${cycle.loop.join(' -> ')}`),
    },
  ]
}

/** The room of a source of the server: the folder below `src`, or the name of a file directly in `src`. */
const roomOf = path => path.slice(SERVER.length).split('/')[0]

/** Why one source of the server may not import another; nothing when it may. */
function findFault(from, to) {
  const [room, target] = [roomOf(from), roomOf(to)]
  if (room === target) return undefined
  for (const each of [room, target]) if (!Object.hasOwn(RANKS, each)) return `${each} has no rank in scripts/house.js`
  if (RANKS[target] > RANKS[room]) return `${room} (${RANKS[room]}) may not import ${target} (${RANKS[target]})`
  const only = ONLY_IMPORTER[target]
  if (only && from !== SERVER + only) return `only ${only} may import ${target}`
  return undefined
}

function countUpwardImports(sources) {
  const server = sources.filter(({ path }) => path.startsWith(SERVER))
  const places = server.flatMap(({ path, imports }) =>
    imports.flatMap(({ target, line }) => {
      const fault = target?.startsWith(SERVER) && findFault(path, target)
      return fault ? [`${path}:${line}: ${fault} (${target})`] : []
    }),
  )
  return [{ name: 'upward imports in the server', now: places.length, bound: BOUNDS.upwardImports, unit: '', places }]
}

/** Splits a path into the folder of its package, `apps/server` (empty for files of the root), and the rest. */
function splitPackage(path) {
  const folder = /^(?:apps|packages|plugins)\/[^/]+\//.exec(path)?.[0] ?? ''
  return { folder, rest: path.slice(folder.length) }
}

/** Says whether an import names a file of another package's sources, by a relative path or below the package's name. */
function reachesInside(path, { specifier, target }) {
  if (!specifier.startsWith('.')) return /^(@platform\/|platform-plugin-)[^.]*\/(src|dist)\//.test(specifier)
  if (!target) return false
  const { folder, rest } = splitPackage(target)
  return folder !== splitPackage(path).folder && /^(src|server|client)\//.test(rest)
}

function countForeignSources(sources) {
  const places = sources.flatMap(({ path, imports }) =>
    imports.filter(found => reachesInside(path, found)).map(({ specifier, line }) => `${path}:${line}: ${specifier}`),
  )
  const name = "imports of another package's src"
  return [{ name, now: places.length, bound: BOUNDS.foreignSources, unit: '', places }]
}

function countSmallFiles(sources) {
  const shipped = sources.filter(({ path }) => !isTest(path))
  const importers = new Map(shipped.map(({ path }) => [path, new Set()]))
  for (const { path, imports } of shipped)
    for (const { target } of imports) if (target !== path) importers.get(target)?.add(path)
  const small = shipped.filter(({ path, lines }) => lines.length <= SMALL_FILE && importers.get(path).size === 1)
  return [
    {
      name: `files of ${SMALL_FILE} lines or less with one importer`,
      now: (100 * small.length) / shipped.length,
      bound: BOUNDS.smallFiles,
      unit: '%',
      places: small.map(({ path }) => `${path} <- ${[...importers.get(path)][0]}`),
    },
  ]
}

function countServerCasts(sources) {
  const server = sources.filter(source => source.path.startsWith(SERVER) && !isGenerated(source))
  const thousands = server.reduce((sum, { lines }) => sum + lines.length, 0) / 1000
  const figure = (kind, name, bound) => {
    const found = server.flatMap(({ path, casts }) => casts.map(cast => ({ ...cast, path })))
    const places = found.filter(cast => cast.kind === kind).map(({ path, line }) => `${path}:${line}`)
    return { name, now: places.length / thousands, bound, unit: ' per 1000', places }
  }
  return [
    figure('as', '`as` in the server, without `as const`', BOUNDS.casts),
    figure('!', '`!` (non-null) in the server', BOUNDS.nonNull),
  ]
}

const FIGURES = [
  countLongLines,
  countCycles,
  countUpwardImports,
  countForeignSources,
  countSmallFiles,
  countServerCasts,
]

/** Counts every figure over the tracked sources below a folder. */
export function countFigures(root) {
  const sources = readSources(root)
  return FIGURES.flatMap(count => count(sources))
}

const isWithinBound = ({ now, bound }) => now <= bound
const write = (value, unit) => `${Number.isInteger(value) ? value : value.toFixed(2)}${unit}`

/** Writes the figures as a table, then every place of each figure that exceeds its bound. */
export function renderFigures(figures) {
  const rows = figures.map(figure => [
    figure.name,
    write(figure.now, figure.unit),
    write(figure.bound, figure.unit),
    isWithinBound(figure) ? 'yes' : 'no',
  ])
  const table = [['figure', 'now', 'bound', 'ok'], ...rows]
  const widths = [0, 1, 2, 3].map(at => Math.max(...table.map(row => row[at].length)))
  const lines = table.map(row =>
    row
      .map((cell, at) => cell.padEnd(widths[at]))
      .join('  ')
      .trimEnd(),
  )
  const exceeded = figures.filter(figure => !isWithinBound(figure))
  const lists = exceeded.map(({ name, places }) => [`${name}:`, ...places.map(place => `  ${place}`)].join('\n'))
  return `${[lines.join('\n'), ...lists].join('\n\n')}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)))
  const obstacle = findObstacle(root)
  if (obstacle) process.stdout.write(`SKIPPED the figures of the sources: ${obstacle}\n`)
  else {
    const figures = countFigures(root)
    process.stdout.write(renderFigures(figures))
    if (!figures.every(isWithinBound)) process.exitCode = 1
  }
}
