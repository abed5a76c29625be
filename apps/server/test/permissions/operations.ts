import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { Caller, World } from './world.ts'

export interface Operation {
  readonly document: string
  readonly variables: Record<string, unknown>
}

type Values = Readonly<Record<string, unknown>>

/** The arguments of fields that need more than their required arguments, by row of docs/reference/permissions.md. */
const ARGUMENTS: Readonly<Record<string, (world: World, caller: Caller) => Values>> = {
  'RootQuery.asset': ({ asset }) => ({ id: asset.id }),
  'RootQuery.user': (_world, { user }) => ({ id: user?.id ?? 'nobody' }),
  'RootQuery.user, another user': ({ author }) => ({ id: author.id }),
  'RootQuery.comment': ({ visible }) => ({ id: visible.id }),
  'RootQuery.comment, one that is hidden': ({ hidden }) => ({ id: hidden.id }),
  'RootQuery.commentsById, one that is hidden': ({ hidden }) => ({ ids: [hidden.id] }),
  'RootQuery.commentCounts': () => ({ queries: [{}] }),
  'RootQuery.comments, of other authors with other statuses than NONE and ACCEPTED': () => ({
    query: { statuses: ['REJECTED'] },
  }),
  'RootMutation.attachLocalAuth': () => ({
    input: { email: 'attached@test.example', password: 'a long enough password' },
  }),
  'RootMutation.setUsername': (_world, { user }) => ({ id: user?.id ?? 'nobody', username: `set_${user?.username}` }),
  'RootMutation.removeAvatar': (_world, { user }) => ({ id: user?.id ?? 'nobody' }),
  'RootMutation.changeUsername': (_world, { user }) => ({
    id: user?.id ?? 'nobody',
    username: `changed_${user?.username}`,
  }),
  'RootMutation.suspendUser': ({ author }) => ({
    input: { id: author.id, message: '', until: new Date(Date.now() + 7_200_000) },
  }),
  'RootMutation.createUserNote': ({ author }) => ({ input: { user_id: author.id, body: 'A note' } }),
  'RootMutation.rejectCommentsOf': ({ author }) => ({
    input: { user_id: author.id, since: new Date(Date.now() + 1e6) },
  }),
  'RootMutation.setUserRole': ({ author }) => ({ id: author.id, role: 'COMMENTER' }),
  'RootMutation.delUser': ({ doomed }) => ({ id: doomed.id, password: 'a long enough password' }),
  'RootMutation.inviteUser': () => ({ input: { email: 'invited@test.example', role: 'COMMENTER' } }),
  'RootMutation.downloadUser': ({ author }) => ({ id: author.id }),
  'RootQuery.mergePreview': ({ asset }) => ({ from: asset.id, into: 'unknown' }),
  'RootMutation.mergeAssets': ({ asset }) => ({ from: asset.id, into: 'unknown' }),
  'RootMutation.createComment': ({ asset }) => ({ input: { asset_id: asset.id, body: 'Tried once more' } }),
  'RootMutation.editComment': ({ asset }, { own }) => ({
    id: own.id,
    asset_id: asset.id,
    edit: { body: 'Written anew' },
  }),
  'RootMutation.deleteOwnComment': (_world, { unwanted }) => ({ id: unwanted.id }),
  'RootMutation.setCommentStatus': ({ visible }) => ({ id: visible.id, status: 'ACCEPTED' }),
  'RootMutation.createFlag': ({ visible }) => ({
    flag: { item_id: visible.id, item_type: 'COMMENTS', reason: 'COMMENT_OTHER' },
  }),
  'RootMutation.createDontAgree': ({ visible }) => ({ dontagree: { item_id: visible.id, item_type: 'COMMENTS' } }),
  ...Object.fromEntries(
    ['addTag', 'removeTag'].flatMap(name => [
      [
        `RootMutation.${name}`,
        (_world: World, { own }: Caller) => ({ tag: { id: own.id, item_type: 'COMMENTS', name: 'OWN' } }),
      ],
      [
        `RootMutation.${name}, a tag that is not defined`,
        ({ visible }: World) => ({ tag: { id: visible.id, item_type: 'COMMENTS', name: 'MADE_UP' } }),
      ],
    ]),
  ),
}

const ROOTS = { RootQuery: 'query', RootMutation: 'mutation', Subscription: 'subscription' } as const

/**
 * The operation that tries a row. For a root field it has the field's arguments. Any other field is selected below a
 * root field that every caller may use.
 */
export function operationOf(
  schema: GraphQLSchema,
  row: { place: string; name: string },
  { world, caller }: { world: World; caller: Caller },
): Operation {
  const [type = '', name = ''] = row.place.split('.')
  const parent = schema.getType(type)
  if (!isObjectType(parent)) throw new Error(`${row.place} is not a field of the schema`)
  const field = parent.getFields()[name]!
  if (!(type in ROOTS))
    return {
      document: documentReaching(type, `${name}${selectionOf(field)}`),
      variables: { visible: world.visible.id, chosen: world[WITH_VALUE[row.place] ?? 'visible'].id },
    }
  const values = ARGUMENTS[row.name]?.(world, caller) ?? requiredValues(field.args, world)
  const used = field.args.filter(argument => argument.name in values)
  const [declared, given] = [
    used.map(argument => `$${argument.name}: ${String(argument.type)}`),
    used.map(argument => `${argument.name}: $${argument.name}`),
  ]
  return {
    document: `${ROOTS[type as keyof typeof ROOTS]}${declared.length > 0 ? `(${declared.join(', ')})` : ''} { tried: ${name}${given.length > 0 ? `(${given.join(', ')})` : ''}${selectionOf(field)} }`,
    variables: values,
  }
}

/** The comments that have a value in a field where the visible one has none. */
const WITH_VALUE: Readonly<Record<string, 'deleted' | 'hidden'>> = {
  'Comment.deleted_at': 'deleted',
  'Comment.rejection_reason': 'hidden',
}

/** A document that selects a field of a type other than the roots. */
function documentReaching(type: string, selection: string): string {
  if (type === 'Settings') return `{ settings { tried: ${selection} } }`
  if (type === 'Asset') return `query($visible: ID!) { comment(id: $visible) { asset { tried: ${selection} } } }`
  if (type === 'Comment') return `query($chosen: ID!) { comment(id: $chosen) { tried: ${selection} } }`
  if (type === 'User') return `query($visible: ID!) { comment(id: $visible) { user { tried: ${selection} } } }`
  throw new Error(`add the path from a public root field to ${type} in documentReaching(), operations.ts`)
}

function selectionOf(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type)
  if (!isCompositeType(type)) return ''
  return isObjectType(type) && 'errors' in type.getFields() ? ' { errors { translation_key } }' : ' { __typename }'
}

/** Values for the arguments that a field requires. */
function requiredValues(given: readonly (GraphQLArgument | GraphQLInputField)[], world: World): Values {
  return Object.fromEntries(
    given
      .filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)
      .map(({ name, type }) => [name, inputFor(type, name, world)]),
  )
}

/** A value that fits the type of an argument. */
function inputFor(type: GraphQLInputType, name: string, world: World): unknown {
  if (isNonNullType(type)) return inputFor(type.ofType, name, world)
  if (isListType(type)) return []
  if (isEnumType(type)) return type.getValues()[0]!.name
  if (isInputObjectType(type)) return requiredValues(Object.values(type.getFields()), world)
  return ({ ID: world.author.id, String: `any ${name}`, Int: 1, Boolean: false, Date: new Date(0) } as Values)[
    type.name
  ]
}
