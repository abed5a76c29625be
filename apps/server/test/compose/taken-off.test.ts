import { EventEmitter } from 'node:events'
import { setTimeout as after, setImmediate as soon } from 'node:timers/promises'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { named } from './named.ts'

type Method = (...args: unknown[]) => unknown

/** A method that was found in a context: its path, the object it belongs to, and the function as it is read there. */
interface Found {
  readonly path: string
  readonly owner: object
  readonly method: Method
}

/** Methods that end a part of the server for all later calls. */
const ENDING = /\.(?:close|disconnect|stop|serve|start|end|destroy|drop\w*)$/

/** The names of an object's own properties and of those of its class. */
function namesOf(object: object): string[] {
  const names = new Set<string>()
  for (let level = object; level && level !== Object.prototype; level = Object.getPrototypeOf(level))
    for (const name of Object.getOwnPropertyNames(level)) names.add(name)
  names.delete('constructor')
  return [...names]
}

/** Objects of the language and of Node, whose methods always need the object that they belong to. */
const NATIVE = [Array, Date, Map, Set, EventEmitter]

/** Every method of an object and of the objects in it, except native ones. */
function methodsIn(object: object, path: string, depth: number, seen = new Set<unknown>()): Found[] {
  if (seen.has(object)) return []
  seen.add(object)
  return namesOf(object).flatMap(name => {
    const value: unknown = Reflect.get(object, name)
    const at = `${path}.${name}`
    if (typeof value === 'function') {
      const added = path.startsWith('context.loaders.')
        ? ['load', 'loadMany', 'clear', 'prime'].flatMap(key => {
            const method: unknown = Reflect.get(value, key)
            return typeof method === 'function'
              ? [{ path: `${at}.${key}`, owner: value, method: method as Method }]
              : []
          })
        : []
      return [{ path: at, owner: object, method: value as Method }, ...added]
    }
    if (typeof value !== 'object' || value === null || NATIVE.some(type => value instanceof type)) return []
    return depth > 0 ? methodsIn(value, at, depth - 1, seen) : []
  })
}

/** Whether a method asked for the object that it belongs to, when it was called without it. */
async function asksForOwner({ owner, method }: Found, args: readonly unknown[]): Promise<string | null> {
  const alone = await failureOf(() => Reflect.apply(method, undefined, args), soon())
  if (alone === null || !/undefined|private|receiver|invocation/i.test(alone)) return null
  // What failed fast the first time may wait for the store now.
  const owned = await failureOf(() => Reflect.apply(method, owner, args), after(5_000, undefined, { ref: false }))
  return alone === owned ? null : alone
}

/** How a call fails before `end`. */
async function failureOf(call: () => unknown, end: Promise<unknown>): Promise<string | null> {
  try {
    await Promise.race([call(), end])
    return null
  } catch (error) {
    return error instanceof TypeError ? error.message : null
  }
}

test('every method of the context works when it is taken off it', async () => {
  const found: { path: string; failure: string }[] = []
  let count = 0
  const walker = named('walker', {
    typeDefs: 'type RootQuery { walk: Boolean }',
    resolvers: {
      RootQuery: {
        async walk(_root: unknown, _args: unknown, context: any) {
          const { docstore, ...services } = Object.fromEntries(
            namesOf(context.services).map(name => [name, context.services[name]]),
          )
          const {
            parent: _parent,
            rootParent: _request,
            composition: _composition,
            ...own
          } = Object.fromEntries(namesOf(context).map(name => [name, context[name]]))
          const all = [
            ...methodsIn({ ...own, services: {}, connectors: {} }, 'context', 2),
            ...methodsIn(services, 'context.services', 1),
            ...methodsIn({ docstore }, 'context.services', 1),
            ...methodsIn({ user: context.user, request: context.request }, 'context', 0),
            ...methodsIn(context.user, 'context.user', 0),
            ...methodsIn(context.connectors.services, 'context.connectors.services', 1),
          ].filter(({ path }) => !ENDING.test(path))
          count = all.length
          for (const each of all)
            for (const args of [[], ['x', 'y', 'z']]) {
              const failure = await asksForOwner(each, args)
              if (failure !== null) found.push({ path: each.path, failure })
            }
          return true
        },
      },
    },
  })
  await using platform = await createTestPlatform({ plugins: [walker], onUnhandled: 'collect' })
  const { data } = await platform.as({ roles: ['ADMIN'] }).graphql('{ walk }')
  expect(found).toEqual([])
  expect(data).toEqual({ walk: true })
  expect(count).toBeGreaterThan(150)
})

test('a resolver, a loader and a hook take what they need out of the context', async () => {
  const taken = named('taken', {
    typeDefs: 'type RootQuery { mine(id: ID!): String } type Comment { shout: String }',
    loaders: ({
      can,
      loaders: {
        Comments: { get },
      },
    }: any) => ({
      Mine: { text: async (id: string) => `${can('SET_COMMENT_STATUS')} ${(await get.load(id)).body}` },
    }),
    resolvers: {
      Comment: { shout: ({ body }: any, _args: unknown, { hasRole }: any) => (hasRole('ADMIN') ? body : null) },
      RootQuery: {
        mine: async (_root: unknown, { id }: any, { graphql, loaders, tokens, user, log, services, request }: any) => {
          const { load } = loaders.Mine.text
          const [{ sign, verify }, { info }, { can }, { get }] = [tokens, log, user, request]
          const { collection } = services.docstore
          info('taken off the log')
          const { data } = await graphql('query ($id: ID!) { comment(id: $id) { shout } }', { id })
          const { token } = await sign({ purpose: 'test', subject: 'reader', expiresIn: 60_000 })
          const opened = await verify(token, { purpose: 'test' })
          const stored = await collection('comments').findOne({ id })
          const host = get('host') === undefined ? 'none' : 'host'
          return [
            await load(id),
            data.comment.shout,
            opened.subject,
            can('SEARCH_OTHER_USERS'),
            stored.body,
            host,
          ].join(', ')
        },
      },
    },
  })
  await using platform = await createTestPlatform({ plugins: [taken] })
  const { id } = await platform.createComment({ asset: await platform.createAsset(), body: 'loud' })
  const { data, errors } = await platform.as({ roles: ['ADMIN'] }).graphql('query ($id: ID!) { mine(id: $id) }', { id })
  expect([data, errors]).toEqual([{ mine: 'true loud, loud, reader, true, loud, host' }, []])
  expect(platform.logs.map(({ msg }) => msg)).toContain('taken off the log')
})
