import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { check } from 'recheck'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
process.env['RECHECK_BACKEND'] = 'pure'

/** What may take longer than the text is long, or can't be checked, and why it does no harm. */
const LISTED: Readonly<Record<string, string>> = {
  '=+$': 'of a hash that this package made',
  '^\\s*(?:export\\s+)?(?<name>[A-Za-z_]\\w*)\\s*=\\s*(?<value>.*)$': "the operator's own .env",
  '"compilerOptions": \\{[\\s\\S]*?\\n {2}\\},': 'a template of ours',
  '([?&][^=&]*(?:password|passphrase|token|secret|properties)[^=&]*=)[^&]*': 'an address from the configuration',
  '((?:file:\\/\\/)?(?:[A-Za-z]:)?[\\\\/][^():]+:\\d+:\\d+)\\)?$': 'a line of a stack, in tests',
  '[[\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Cf}]--\\p{White_Space}]':
    'one class; the checker does not know the flag v',
  '[[\\p{Mn}\\p{Me}]&&\\p{Script=Inherited}]': 'one class; the checker does not know the flag v',
  '<meta[^>]{0,200}?charset\\s*=\\s*["\']?([\\w-]{1,40})':
    'every repetition ends, and the text is cut to 2,048 bytes before',
  '@platform[\\\\/]server[\\\\/](?:dist|src)[\\\\/](.+)$': 'the path of a module',
  '@.*\\.': 'an address of at most 254 characters',
  '([A-Z]+)([A-Z][a-z])': "a name in a plugin's code",
  '(?:\\bfrom\\s*|\\bimport\\s*\\(?\\s*|\\brequire\\s*\\(\\s*)([\'"])([^\'"\\n]+)\\1':
    "a plugin's code, read by the doctor",
  '^[ \\t]*,?[ \\t]*(?:\\/\\/.*|\\/\\*.*?\\*\\/[ \\t]*)?(?=\\r?\\n)': "the operator's plugins.json",
  '^\\s+at (?:.*\\()?((?:file:\\/\\/)?[/A-Z][^()]*?):(\\d+):\\d+\\)?$': 'the stack of an error',
  '_+([a-z0-9])': 'a name in the environment',
  '\\/+$': 'an address from the configuration',
  '(<[^>]*>)': 'what the sanitiser wrote: every < has its >',
  '^<(\\/?)(\\w+).*>$': 'one tag that the sanitiser wrote',
  '<[^>]*>': 'what the editor of the reader wrote',
  '^(?:<div>(?:<br \\/>)?<\\/div>)+|(?:<div>(?:<br \\/>)?<\\/div>)+$': 'what the editor of the reader wrote',
  '^(.*\\/node_modules)\\/((?:@[^/]+\\/)?(?:talk|platform)-plugin-[^/]+)\\/(?!(?:.*\\/)?node_modules\\/)':
    'the path of a module',
  'file:\\/\\/[^\\s()]*server\\/render\\.js\\?build=\\w+:(\\d+):(\\d+)': 'the stack of an error',
  '(\\/[^()\\n]+:\\d+):\\d+\\)?$': 'the stack of an error',
  '[?#].*$': 'the address that a page gives to its own embed script',
  '\\/*$': 'the address that a page gives to its own embed script',
  '(?:Failed to write file in|Could not create directory for)[\\s\\S]*?Caused by:\\s*(.+)': 'what the bundler says',
  '.*\\/': 'the name of a plugin',
  '<a href=""[^>]*>([\\s\\S]*?)<\\/a>': 'what the library for Markdown wrote: every link has its end',
  '^(?:[^\\s@]+@[^\\s@]+\\.[^\\s@]+)?$': 'a field in the browser of an administrator',
}

interface Found {
  readonly file: string
  readonly source: string
  readonly flags: string
}

/** Every regular expression that a source of ours writes out, with its file. */
async function expressions(): Promise<Found[]> {
  const found = new Map<string, Found>()
  for await (const file of glob('{apps,packages,plugins}/*/{src,server,client,bin}/**/*.{ts,tsx,js}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  })) {
    const { program } = parseSync(file, await readFile(`${ROOT}${file}`, 'utf8'))
    JSON.stringify(program, (_key, value: unknown) => {
      const regex = (value as { regex?: { pattern: string; flags: string } } | null)?.regex
      if (regex) found.set(`${regex.pattern}/${regex.flags}`, { file, source: regex.pattern, flags: regex.flags })
      return typeof value === 'bigint' ? String(value) : value
    })
  }
  return [...found.values()]
}

test('every regular expression takes no longer than its text is long, or is listed with what bounds it [E06]', async () => {
  const all = await expressions()
  expect(all.length).toBeGreaterThan(150)
  const bad: (Found & { complexity: string })[] = []
  for (const one of all) {
    if (one.source in LISTED) continue
    const diagnosis = await check(one.source, one.flags, { timeout: 20_000 })
    if (diagnosis.status !== 'safe')
      bad.push({ ...one, complexity: diagnosis.status === 'vulnerable' ? diagnosis.complexity.type : diagnosis.status })
  }
  expect(bad).toEqual([])
  expect(Object.keys(LISTED).filter(source => !all.some(one => one.source === source))).toEqual([])
})
