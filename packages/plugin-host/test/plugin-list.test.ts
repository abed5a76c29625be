import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CompositionError, parsePluginList, readPluginList } from '../src/index.ts'

const names = (text: string) => parsePluginList(text, 'plugins.json').server

describe('forms of the list [P27]', () => {
  test.each<[name: string, text: string, expected: { name: string; range: string | null }[]]>([
    [
      'names',
      '{"server": ["a", "@acme/b"]}',
      [
        { name: 'a', range: null },
        { name: '@acme/b', range: null },
      ],
    ],
    [
      'packages with ranges',
      '{"server": [{"platform-plugin-a": "^1.2"}]}',
      [{ name: 'platform-plugin-a', range: '^1.2' }],
    ],
    ['comments', '{ // the list\n "server": [/* first */ "a"] }', [{ name: 'a', range: null }]],
    ['a trailing comma', '{"server": ["a",],}', [{ name: 'a', range: null }]],
    ['a byte order mark', '\uFEFF{"server": ["a"]}', [{ name: 'a', range: null }]],
    ['no plugins', '{}', []],
    ['client plugins only', '{"client": ["a"]}', []],
  ])('%s', (_name, text, expected) => {
    expect(names(text)).toEqual(expected)
  })
})

describe('what is wrong [P27]', () => {
  test.each<[name: string, text: string, says: RegExp]>([
    [
      'no JSON, by line and column',
      '{\n  "server": [oops]\n}',
      /line 2, column 14: expected a value, or a name, in double quotes, found oops$/m,
    ],
    [
      'a missing bracket',
      '{\n  "server": ["a"\n}',
      /^PLUGIN_LIST_INVALID {2}plugins\.json: line 3, column 1: expected a comma, or the closing bracket, found }\n {2}fix {2}correct plugins\.json$/,
    ],
    [
      'a missing comma',
      '{"server": ["a" "b"]}',
      /line 1, column 17: expected a comma, or the closing bracket, found "b"\n/,
    ],
    ['a missing colon', '{"server" []}', /line 1, column 11: expected a colon after the name, found \[/],
    [
      'a text without an end',
      '{"server": ["a]}',
      /line 1, column 13: expected " at the end of the text, on its own line, found "a\]}/,
    ],
    ['nothing at all', ' ', /line 1, column 2: expected a value, found the end/],
    ['a merge that was not finished', '<<<<<<< HEAD\n{"server":[]}', /line 1, column 1: .*found <<<<<<</],
    [
      'a section twice',
      '{\n "server": ["a"],\n "server": ["b"]\n}',
      /line 3, column 2: server: this key is there already, at line 2, column 2/,
    ],
    [
      'settings twice',
      '{"settings": {"a": {"config": {"x": 1, "x": 2}}}}',
      /line 1, column 40: settings\.a\.config\.x: this key is there already, at line 1, column 32/,
    ],
    [
      'settings of one plugin under two names',
      '{"settings": {"a": {},\n"platform-plugin-a": {}}}',
      /line 2, column 22: settings\.platform-plugin-a is for the same plugin as settings\.a; it is there already, at line 1, column 20/,
    ],
    ['a byte order mark does not move the column', '\uFEFF{"server": [oops]}', /line 1, column 13/],
    [
      'lists within lists',
      `{"server": [],\n "client": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      /line 2, column 111: lies within more than 100 lists and objects; nest it less deeply$/m,
    ],
    [
      'objects within settings',
      `{"settings": {"a": {"config": ${'{"x": /* [[ */ '.repeat(9_000)}1${'}'.repeat(9_000)}}}}`,
      /line 1, column \d+: lies within more than 100/,
    ],
    [
      'a number that is too large',
      '{"settings": {"a": {"config": {"x": "1e400",\n"y": -1e400}}}}',
      /line 2, column 6: is too large a number; give one between -1\.7e308 and 1\.7e308$/m,
    ],
    ['nothing', '', /line 1, column 1/],
    ['a list', '[]', /the file: /],
    ['a server that is no list', '{"server": "a"}', /server: /],
    ['an unknown key', '{"serve": []}', /serve/],
    ['a number', '{"server": [1]}', /server\.0: write a name, or/],
    ['null', '{"server": [null]}', /server\.0: write a name, or/],
    ['an entry of nothing', '{"server": [{}]}', /server\.0: /],
    ['an entry of two', '{"server": [{"a": "1", "b": "1"}]}', /server\.0: /],
    ['a range that is a number', '{"server": [{"a": 1}]}', /server\.0: /],
    [
      'the same twice',
      '{"server": ["a", "b", "a"]}',
      /line 1, column 23: server: a is listed twice; it is there already, at line 1, column 13/,
    ],
    ['the same twice, once with a range', '{"server": ["a", {"a": "^1.0"}]}', /server: a is listed twice/],
    ['a path', '{"server": ["../a"]}', /server\.0: this is no valid name/],
    ['settings that are none', '{"settings": {"a": {"onFailure": "ignore"}}}', /settings\.a\.onFailure: /],
  ])('%s', (_name, text, says) => {
    expect(() => parsePluginList(text, 'plugins.json')).toThrow(CompositionError)
    expect(() => parsePluginList(text, 'plugins.json')).toThrow(says)
    expect(() => parsePluginList(text, 'plugins.json')).toThrow(/^PLUGIN_LIST_INVALID {2}plugins\.json: /)
  })

  test('all problems are reported together', () => {
    const failure = (() => {
      try {
        parsePluginList('{"server": ["../a", 1], "client": 2}', 'plugins.json')
      } catch (error) {
        return error
      }
    })()
    expect((failure as CompositionError).problems).toHaveLength(3)
    const other = (() => {
      try {
        parsePluginList(
          '{"server": ["a", "a"], "client": ["b", "b"], "client": ["c", "c"], "settings": {"x": {}, "x": {}}}',
          'plugins.json',
        )
      } catch (error) {
        return error
      }
    })()
    expect((other as CompositionError).problems).toHaveLength(4)
  })
})

describe('where the list comes from', () => {
  async function inFolder<T>(files: Record<string, string>, work: (root: string) => Promise<T>): Promise<T> {
    const root = await mkdtemp(join(tmpdir(), 'platform-list-'))
    try {
      for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text)
      return await work(root)
    } finally {
      await rm(root, { recursive: true, force: true })
    }
  }
  const FILES = { 'plugins.json': '{"server": ["own"]}', 'plugins.default.json': '{"server": ["default"]}' }

  test.each<
    [name: string, files: Record<string, string>, text: string | undefined, source: string, expected: string[]]
  >([
    ['the environment wins', FILES, '{"server": ["env"]}', 'PLATFORM_PLUGINS_JSON', ['env']],
    ['then plugins.json', FILES, undefined, 'plugins.json', ['own']],
    [
      'then plugins.default.json',
      { 'plugins.default.json': FILES['plugins.default.json'] },
      undefined,
      'plugins.default.json',
      ['default'],
    ],
    ['then none', {}, undefined, 'no plugins.json', []],
  ])('%s', async (_name, files, text, source, expected) => {
    const list = await inFolder(files, root => readPluginList(root, text))
    expect([list.source, list.server.map(entry => entry.name)]).toEqual([source, expected])
  })
})

test('settings of a plugin are found by its name, with or without the prefix; others have the defaults', () => {
  const list = parsePluginList(
    '{"settings": {"polls": {"onFailure": "disable", "allow": ["x"], "config": {"a": 1}}}}',
    'plugins.json',
  )
  expect([list.settingsOf('polls'), list.settingsOf('platform-plugin-polls'), list.settingsOf('other')]).toEqual([
    { onFailure: 'disable', allow: ['x'], config: { a: 1 } },
    { onFailure: 'disable', allow: ['x'], config: { a: 1 } },
    { onFailure: 'abort', allow: [], config: {} },
  ])
})
