import { readFile } from 'node:fs/promises'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordsOf } from '../http/records.ts'

const schema = buildSchema(
  await readFile(new URL('../../../../docs/reference/schema.graphql', import.meta.url), 'utf8'),
)
/** What records have, and people may not write. */
const STORED = [
  'id',
  '_id',
  'role',
  'roles',
  'status',
  'action_counts',
  'comment_counts',
  'created_at',
  'updated_at',
  'user_id',
  'author_id',
  'tags',
  'profiles',
  'reply_count',
  'password',
  'metadata',
  'deleted_at',
  'status_history',
  'verdict',
  'said',
  'karma',
]

let platform: TestPlatform
let admin: TestPlatform

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = platform.as(await platform.createUser({ roles: ['ADMIN'] }))
  await platform.createComment({ asset: await platform.createAsset() })
})
afterAll(() => platform[Symbol.asyncDispose]())

function sample(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return sample(type.ofType)
  if (isListType(type)) return []
  if (isEnumType(type)) return type.getValues()[0]!.name
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter(isRequiredInputField)
        .map(field => [field.name, sample(field.type)]),
    )
  return { Int: 1, Float: 1, Boolean: true, Date: '2026-03-01T12:00:00Z' }[type.name] ?? 'x'
}

/** Every input object that a value of this type may have in it, with how such a value looks around it. */
function* inputsOf(
  type: GraphQLInputType,
  wrap: (value: unknown) => unknown = value => value,
): Generator<[GraphQLInputObjectType, (value: unknown) => unknown]> {
  const [named, list] = [getNamedType(type), isListType(isNonNullType(type) ? type.ofType : type)]
  if (!isInputObjectType(named)) return
  const around = (value: unknown) => wrap(list ? [value] : value)
  yield [named, around]
  for (const field of Object.values(named.getFields()))
    yield* inputsOf(field.type, value => around({ ...(sample(named) as object), [field.name]: value }))
}

interface Door {
  readonly document: string
  readonly argument: string
  readonly input: GraphQLInputObjectType
  readonly wrap: (value: unknown) => unknown
}

/** Every way to hand an input to a query or a mutation. */
const doors: Door[] = [schema.getQueryType()!, schema.getMutationType()!].flatMap((root, i) =>
  Object.values(root.getFields()).flatMap(field =>
    field.args.flatMap(argument => {
      const given = (arg: GraphQLArgument) => arg === argument || isRequiredArgument(arg)
      const used = field.args.filter(given)
      const leaf = getNamedType(field.type)
      const document = `${i === 0 ? 'query' : 'mutation'} (${used.map(arg => `$${arg.name}: ${String(arg.type)}`).join(', ')}) { ${field.name}(${used.map(arg => `${arg.name}: $${arg.name}`).join(', ')}) ${'getFields' in leaf || 'getTypes' in leaf ? '{ __typename }' : ''} }`
      return [...inputsOf(argument.type)].map(
        ([input, wrap]): Door => ({ document, argument: argument.name, input, wrap }),
      )
    }),
  ),
)

const variables = ({ document, argument, wrap }: Door, value: unknown) => {
  const others = [...document.matchAll(/\$(\w+): ([\w![\]]+)/g)].map(
    ([, name, type]) => [name!, sample(schema.getType(type!.replace(/[![\]]/g, '')) as GraphQLInputType)] as const,
  )
  return { ...Object.fromEntries(others), [argument]: wrap(value) }
}

test('every input that queries and mutations take is among these', () => {
  const within = new Set(doors.map(({ input }) => input.name))
  // What fields further down take is of the same kind; it is asked for below.
  const deeper = ['RepliesQuery', 'CommentCountQuery', 'UserCountQuery']
  const all = Object.values(schema.getTypeMap())
    .filter(isInputObjectType)
    .map(({ name }) => name)
  expect(all.filter(name => !within.has(name) && !deeper.includes(name))).toEqual([])
})

test.each([...Map.groupBy(doors, ({ input }) => input.name)])(
  '%s takes no field that it does not have, and nothing changes [N10]',
  async (_name, ways) => {
    const before = await recordsOf(platform)
    for (const way of ways) {
      const known = Object.keys(way.input.getFields())
      for (const field of STORED.filter(name => !known.includes(name))) {
        const { status, data, errors } = await admin.graphql(
          way.document,
          variables(way, { ...(sample(way.input) as object), [field]: 'mine' }),
        )
        expect([way.document, field, status, data, errors[0]?.code]).toEqual([
          way.document,
          field,
          400,
          null,
          'BAD_USER_INPUT',
        ])
      }
    }
    expect(await recordsOf(platform)).toEqual(before)
  },
)

test('the arguments of inner fields may have no unknown field either [N10]', async () => {
  for (const document of [
    '{ asset(id: "x") { commentCount(query: { status: 1 }) } }',
    'query ($q: RepliesQuery!) { comment(id: "x") { replies(query: $q) { nodes { id } } } }',
  ]) {
    const { status } = await admin.graphql(document, { q: { author_id: 'x', $where: 'true' } })
    expect([document, status]).toEqual([document, 400])
  }
})
