import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../src')
const EXPORT = /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function|class|interface|type) (\w+)/gm

/** Names a file exports, each with the comment right in front of it. */
function documented(file: string): Map<string, string> {
  const text = readFileSync(file, 'utf8')
  const found = new Map<string, string>()
  for (const { 1: name, index } of text.matchAll(EXPORT)) {
    const comment = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n$/.exec(text.slice(0, index))?.[0] ?? ''
    found.set(name!, `${found.get(name!) ?? ''}${comment}`)
  }
  return found
}

/** Everything that `index.ts` gives to the world. */
function publicExports(): { name: string; file: string; comment: string }[] {
  const index = readFileSync(join(source, 'index.ts'), 'utf8')
  return [...index.matchAll(/^export (?:type )?(?:\*|\{([^}]+)\}) from '(.+)'$/gm)].flatMap(
    ({ 1: listed, 2: path }) => {
      const file = join(source, path!)
      const own = documented(file)
      const names = listed?.split(',').map(name => name.trim().replace(/^type /, '')) ?? [...own.keys()]
      return names.map(name => ({ name, file: path!, comment: own.get(name) ?? everywhere().get(name) ?? '' }))
    },
  )
}

/** For names that pass through a second file. */
function everywhere(): Map<string, string> {
  return new Map(
    readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .flatMap(name => [...documented(join(source, name))]),
  )
}

test('index.ts only re-exports', () => {
  const lines = readFileSync(join(source, 'index.ts'), 'utf8')
    .split('\n')
    .filter(line => line !== '')
  expect(lines.filter(line => !/^export .* from '\.\/.+\.ts'$/.test(line))).toEqual([])
})

test('every public export is explained, with an example', () => {
  const all = publicExports()
  expect(all.length).toBeGreaterThan(80)
  expect(
    all.filter(({ comment }) => !/@example\n \* \S/.test(comment)).map(({ name, file }) => `${file} ${name}`),
  ).toEqual([])
  expect(
    all.filter(({ comment }) => !/^\/\*\*\n \* [A-Z`]/.test(comment)).map(({ name, file }) => `${file} ${name}`),
  ).toEqual([])
})

test('the plugin in the README is the one the compiler has read', () => {
  const [snippet] = /(?<=```ts\n)[\s\S]*?(?=```)/.exec(readFileSync(join(source, '../README.md'), 'utf8')) ?? []
  expect(snippet).toBe(readFileSync(join(import.meta.dirname, 'types/readme.ts'), 'utf8'))
})
