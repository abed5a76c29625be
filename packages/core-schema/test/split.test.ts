import { buildASTSchema, type FragmentDefinitionNode, parse, print, stripIgnoredCharacters } from 'graphql'
import { expect, test } from 'vitest'
import { OWN, splitFragment } from '../src/index.ts'

const schema = buildASTSchema(
  parse(`
    type RootQuery { me: User settings: Settings }
    type Settings { theme: String }
    type User { id: ID! username: String! role: String }
    interface ActionSummary { count: Int current_user: Action }
    type LikeSummary implements ActionSummary { count: Int current_user: Action }
    type Action { id: ID! }
    type Comment {
      id: ID! body: String user: User action_summaries: [ActionSummary!]! seen: Boolean shout: String
      replies: [Comment!]!
    }
    type Badge { shown: Boolean }
    schema { query: RootQuery }
  `),
)
// As the field of a plugin is marked whose resolver is not shared.
for (const [type, field] of [
  ['Comment', 'seen'],
  ['Badge', 'shown'],
] as const) {
  const found = schema.getType(type)
  if (found && 'getFields' in found) found.getFields()[field]!.extensions = { [OWN]: true }
}

const split = (text: string) => {
  const { shared, own } = splitFragment(
    schema,
    parse(text).definitions[0] as FragmentDefinitionNode,
    'platform-plugin-seen, slot commentActions',
  )
  const short = (node: FragmentDefinitionNode | null) => node && stripIgnoredCharacters(print(node))
  return [short(shared), short(own)]
}

test('a fragment that is the same for every reader stays whole', () => {
  expect(split('fragment F on Comment { id body user { username } shout }')).toEqual([
    'fragment F on Comment{id body user{username}shout}',
    null,
  ])
})

test('a field that a plugin did not mark as shared goes into the own part', () => {
  expect(split('fragment F on Comment { shout seen }')).toEqual([
    'fragment F on Comment{shout}',
    'fragment OwnF on Comment{seen}',
  ])
})

test('an object is split field by field, also within conditions', () => {
  expect(split('fragment F on Comment { user { username role } ... on Comment { seen body } }')).toEqual([
    'fragment F on Comment{user{username}...on Comment{body}}',
    'fragment OwnF on Comment{user{role}...on Comment{seen}}',
  ])
})

test('a list with an own field is asked for as a whole, because its items may be others', () => {
  expect(split('fragment F on Comment { action_summaries { count current_user { id } } }')).toEqual([
    'fragment F on Comment{action_summaries{count}}',
    'fragment OwnF on Comment{action_summaries{count current_user{id}}}',
  ])
})

test('a fragment of own fields alone leaves nothing to share', () => {
  expect(split('fragment F on RootQuery { me { username } }')).toEqual([
    null,
    'fragment OwnF on RootQuery{me{username}}',
  ])
})

test('what could not be laid over is an error with the plugin, the slot and the field', () => {
  expect(() => split('fragment F on Badge { shown }')).toThrow(
    /^platform-plugin-seen, slot commentActions: Badge\.shown depends on who asks, and a fragment on Badge can't/,
  )
  expect(() => split('fragment F on Nothing { id }')).toThrow(/the fragment F is on no type Nothing/)
})
