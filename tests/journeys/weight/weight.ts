import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { clientPartIn } from '@platform/plugin-host'
import { embedScript, loadStreamBuild } from '@platform/stream'
import { HEAVY_PART, weightsOf } from '@platform/stream/build'
import { PART_LIMITS, readPartWeights } from './panel-weight.ts'

const KILO = 1_000

/** What a page may cost a reader at most, in bytes that come over the network. */
export const LIMITS = {
  /** Embed script, document, style and the script for early clicks: everything before the first comment is readable. */
  first: 25 * KILO,
  /** All scripts until the page is idle, with the embed script and the live client. */
  script: 40 * KILO,
  /** All scripts once the reader has used the comments, with the client parts of the default list. */
  used: 80 * KILO,
  count: 1.5 * KILO,
  /** Everything that the first view of the admin panel loads: document, style, scripts and answers. */
  admin: 120 * KILO,
} as const

/** A script or a style, without the hash in its name. */
export interface Weight {
  readonly name: string
  readonly use: string
  readonly bytes: number
  readonly gzip: number
  readonly brotli: number
}

const USES: Readonly<Record<string, string>> = {
  'embed.js': 'every page with comments',
  'embed.js without polyfills': 'every page with comments, with `PLATFORM_DISABLE_EMBED_POLYFILL`',
  'embed-polyfill.js': 'browsers without `IntersectionObserver`',
  'early-click.js': 'the frame',
  'count.js': 'pages that show numbers of comments',
  'stream.js': 'the frame and the pages of discussions',
  'draw-stream.js': 'the same, when the reader uses the comments or something new comes',
  'stream.css': 'the frame and the pages of discussions',
  'parts.js': 'with `draw-stream.js`: the client parts of the default list',
  'reaction.js': 'with the client part of a reaction',
  'preact.js': 'with `draw-stream.js`',
  'editor-field.js': 'when a reader first goes to the field to write in, with `platform-plugin-rich-text`',
  'links.js': 'the preview of the same editor',
  'marked-words.js': 'moderators, with the same plugin',
  'live.js': 'the frame and the pages of discussions, once the comments are on the screen',
  'de.js': 'with `draw-stream.js`, in German',
  'en.js': 'with `draw-stream.js`, in English',
  'site.css': 'the pages of the platform',
}

const build = await loadStreamBuild()

/** The weights of all scripts and styles that a browser can load, by name. */
export function readWeights(): readonly Weight[] {
  const assets = new URL('../../../apps/server/assets/', import.meta.url)
  const files: [string, Buffer][] = [
    ['embed.js', embedScript('embed-polyfilled.js').bytes],
    ['embed.js without polyfills', embedScript('embed.js').bytes],
    ['embed-polyfill.js', embedScript('embed-polyfill.js').bytes],
    ['count.js', embedScript('count.js').bytes],
    ...[...build.files]
      // Those of client parts in other pages are loaded where a part fills a slot there; the panel is no reader's.
      .filter(([name]) => !/^islands-.*-[\w-]{8}\.js$/.test(name) && !name.startsWith('admin-'))
      .map(([name, { bytes }]) => [name.replace(/-[\w-]{8}(?=\.\w+$)/, ''), bytes] as [string, Buffer]),
    ...readdirSync(assets)
      .filter(name => /\.(?:css|js)$/.test(name))
      .map(name => [name, readFileSync(new URL(name, assets))] as [string, Buffer]),
  ]
  return files
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([name, bytes]) => ({
      name,
      use: USES[name] ?? (name.endsWith('.css') ? 'a style' : 'one page or one action'),
      bytes: bytes.length,
      gzip: gzipSync(bytes, { level: 9 }).length,
      brotli: brotliCompressSync(bytes).length,
    }))
}

/** The page docs/reference/weight.md. */
export async function weightReference(): Promise<string> {
  const parts = (await weightsOf(clientPartsOfRepository())).map(
    ({ plugin, bytes }) => `| \`${plugin}\` | ${kilo(bytes)} |`,
  )
  const rows = readWeights().map(
    ({ name, use, bytes, gzip, brotli }) => `| \`${name}\` | ${[bytes, gzip, brotli].map(kilo).join(' | ')} | ${use} |`,
  )
  const ofPanel = [...readPartWeights()].map(
    ([name, bytes]) => `| \`admin/${name}\` | ${kilo(bytes)} | ${kilo(PART_LIMITS[name] ?? 0)} |`,
  )
  return `# Weight

What a reader's browser loads, in kB of 1,000 bytes. \`pnpm run docs\` writes this page. A test measures in Chromium what comes over the network, headers included, for a discussion of twenty comments, and fails beyond a limit:

| figure | limit |
|---|---|
| everything before the first comment is readable: embed script, document, style and \`early-click.js\` | ${kilo(LIMITS.first)} kB |
| all scripts until the page is idle, with the embed script and the live client | ${kilo(LIMITS.script)} kB |
| the same once the reader has used the comments | ${kilo(LIMITS.used)} kB |
| \`count.js\` | ${kilo(LIMITS.count)} kB |
| the first view of the admin panel with twenty comments: document, style, scripts and answers | ${kilo(LIMITS.admin)} kB |

Every script and style is sent with Brotli or gzip, as the browser accepts it. The stream and the pages name their files by a hash of the content, so a browser loads each of them once; \`embed.js\` and \`count.js\` keep their names.

| file | plain | gzip | Brotli | loaded by |
|---|---|---|---|---|
${rows.join('\n')}

What each client part of this repository adds, script and style with Brotli, when it is the only one that needs them. \`platform build\` prints a warning for a part that adds more than ${kilo(HEAVY_PART)} kB.

| plugin | kB |
|---|---|
${parts.join('\n')}

What each part of the admin panel adds, in scripts with Brotli, when it is first used: to the start of the panel for the texts, the moderation screen and the dot beside its link, to the first view for the others. A test fails beyond the limit.

| part | kB | limit |
|---|---|---|
${ofPanel.join('\n')}
`
}

function clientPartsOfRepository() {
  const folder = fileURLToPath(new URL('../../../plugins/', import.meta.url))
  return readdirSync(folder).flatMap(plugin => {
    const part = clientPartIn(join(folder, plugin))
    return part ? [{ ...part, plugin, version: null }] : []
  })
}

const kilo = (bytes: number) => (bytes / KILO).toFixed(1)
