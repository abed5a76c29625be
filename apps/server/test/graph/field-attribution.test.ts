import type { Attribution } from '@platform/plugin-host'
import { buildSchema, type FieldNode, GraphQLError, parse, visit } from 'graphql'
import { expect, test } from 'vitest'
import { attributionOfFields } from '#server/graphql/field-attribution'

const SCHEMA = buildSchema(`
  type Query { list: [Item] node: Node }
  interface Node { inner: Inner }
  type Item implements Node { inner: Inner }
  type Other implements Node { inner: Inner }
  type Inner { text: String! }
`)
const by = (plugin: string): Attribution => ({ plugin, version: '1.0.0', hook: 'resolvers', at: 'somewhere' })

type Case = readonly [title: string, authors: Record<string, Attribution | 'core'>, expected: string | undefined]
const LIST = ['{ list { ...F } } fragment F on Item { inner { text } }', ['list', 3, 'inner', 'text']] as const
const NODE = ['{ node { inner { text } } }', ['node', 'inner', 'text']] as const

function authorOf([text, path]: typeof LIST | typeof NODE, authors: Case[1]): string | undefined {
  const document = parse(text)
  const nodes: FieldNode[] = []
  visit(document, { Field: node => void (node.name.value === 'text' && nodes.push(node)) })
  const error = new GraphQLError('it fails', { nodes, path: [...path] })
  return attributionOfFields(error, { schema: SCHEMA, document, authorOf: name => authors[name] })?.plugin
}

test.each<Case>([
  ['its own', { 'Inner.text': by('a'), 'Item.inner': by('b') }, 'a'],
  ['that of the nearest field above it', { 'Item.inner': by('b'), 'Query.list': by('c') }, 'b'],
  ['that of a field above fragments and lists', { 'Query.list': by('c') }, 'c'],
  ['none below a field of the core', { 'Item.inner': 'core', 'Query.list': by('c') }, undefined],
  ['none when nothing is resolved', {}, undefined],
])('the author of a failed value is %s', (_title, authors, expected) => {
  expect(authorOf(LIST, authors)).toBe(expected)
})

test.each<Case>([
  ['of the plugin that resolves all types', { 'Item.inner': by('a'), 'Other.inner': by('a') }, 'a'],
  ['of none of several plugins', { 'Item.inner': by('a'), 'Other.inner': by('b') }, undefined],
  ['of no plugin that resolves one type', { 'Item.inner': by('a'), 'Other.inner': 'core' }, undefined],
])('a value below an interface is %s', (_title, authors, expected) => {
  expect(authorOf(NODE, authors)).toBe(expected)
})
