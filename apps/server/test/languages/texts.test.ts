import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { languages } from '@platform/stream'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { pageTexts } from '../../src/web/texts/index.ts'

const WEB = fileURLToPath(new URL('../../src/web/', import.meta.url))

const placesOf = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, place]) => place))].sort()

test.each([
  ['the stream', languages],
  ['the pages', pageTexts],
])('%s: every text is there in English and in German, with the same places for values', (_part, texts) => {
  const { en = {}, de = {} } = texts as Readonly<Record<string, Readonly<Record<string, string>>>>
  const outline = (of: Readonly<Record<string, string>>) =>
    Object.entries(of).map(([name, text]) => [name, placesOf(text)])
  expect(outline(de)).toEqual(outline(en))
  expect(Object.keys(en).length).toBeGreaterThan(100)
})

/** The attributes that a reader sees or hears. */
const SHOWN = new Set(['aria-label', 'alt', 'hint', 'label', 'lead', 'placeholder', 'submit', 'title'])

/** The texts of the markup in a source that stand there themselves, in place of being read from the languages. */
function hardCoded(path: string, source: string): string[] {
  const found: string[] = []
  const add = (text: unknown) => {
    if (typeof text === 'string' && /\p{L}{2}/u.test(text)) found.push(text.trim())
  }
  const { program, errors } = parseSync(path, source)
  expect(errors).toEqual([])
  new Visitor({
    JSXText: node => add(node.value),
    JSXAttribute(node) {
      if (!SHOWN.has(String(node.name.name)) || node.value === null) return
      if (node.value.type === 'Literal') add(node.value.value)
      else if (node.value.type === 'JSXExpressionContainer' && node.value.expression.type === 'Literal')
        add(node.value.expression.value)
      else if (node.value.type === 'JSXExpressionContainer' && node.value.expression.type === 'TemplateLiteral')
        for (const part of node.value.expression.quasis) add(part.value.cooked)
    },
    JSXExpressionContainer(node) {
      if (node.expression.type === 'Literal') add(node.expression.value)
    },
  }).visit(program)
  return found
}

test('a text in the markup of a source is found', () => {
  expect(hardCoded('a.tsx', 'export const a = <p title="A title">Some {1} text</p>')).toEqual([
    'A title',
    'Some',
    'text',
  ])
  expect(hardCoded('a.tsx', 'export const a = <p class="b">{texts.text("c")}</p>')).toEqual([])
})

test('no page has a text of its own in its markup', () => {
  const paths = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.tsx'))
  expect(paths.length).toBeGreaterThan(30)
  const found = paths.flatMap(path =>
    hardCoded(path, readFileSync(join(WEB, path), 'utf8')).map(text => `${path}: ${text}`),
  )
  expect(found).toEqual([])
})
