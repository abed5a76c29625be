import { USER_ROLES } from '@platform/core-schema/enums'
import { HOOK_SHAPES, isModel, MANIFEST_KEYS, nearestName } from '@platform/plugin-sdk'
import { z } from 'zod'
import { described, isMap } from './describe.ts'
import { unmountable } from './names.ts'

type Wording = (issue: z.core.$ZodRawIssue) => string | undefined

const TYPES: Readonly<Record<string, string>> = {
  record: 'an object',
  object: 'an object',
  array: 'a list',
  string: 'a text',
  date: 'a Date',
  boolean: 'true or false',
  number: 'a number',
}

/** The message when a schema has none of its own: it says what was expected. */
const expectation: Wording = issue => {
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys as string[], keysOf(issue.inst))
  const keys = keysOf(issue.inst)
  if (issue.code === 'invalid_type')
    return `is ${described(issue.input)}, expected ${keys.length > 0 ? `{ ${keys.join(', ')} }` : typeName(issue)}`
  return issue.code === 'too_small'
    ? `is empty, expected ${issue.origin === 'array' ? 'a list with something in it' : 'a text'}`
    : undefined
}

function typeName({ expected }: z.core.$ZodRawIssue): string {
  return TYPES[String(expected)] ?? String(expected)
}

function unknownKeys(keys: readonly string[], known: readonly string[]): string {
  const hints = keys.map(key => {
    const near = nearestName(key, known)
    return `there is no ${key}${near ? `; did you mean ${near}?` : ''}`
  })
  return `${hints.join(', ')} (the keys are ${known.join(', ')})`
}

/** The keys of an object's schema. */
function keysOf(schema: unknown): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

/** The error of a part of the wrong type, with what was expected. */
function shape(expected: string): { error: Wording } {
  return {
    error: ({ code, input }) => (code === 'invalid_type' ? `is ${described(input)}, expected ${expected}` : undefined),
  }
}

const run = z.custom<(...args: never[]) => unknown>(value => typeof value === 'function', 'expected a function')
const functions = z.record(z.string(), run)
const TAG_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/
const post = z.union(
  [run, z.strictObject({ mode: z.enum(['observe', 'transform']), run })],
  'expected a function, or { mode, run }',
)
const around = z.strictObject({ pre: run.optional(), post: post.optional() }, shape('{ pre, post }, each a function'))
/** `__resolveType` has no `pre`, because nothing is resolved before the type of a value is asked for. */
const hookedFields = z
  .record(z.string(), around, shape('field → { pre, post }'))
  .superRefine((fields, { addIssue }) => {
    if (fields['__resolveType']?.pre)
      addIssue({
        code: 'custom',
        path: ['__resolveType', 'pre'],
        message: 'is never called; only post is, with (value, context, info)',
      })
  })
/**
 * The fields of a type, or a whole scalar or enum, which has methods of its own. A field may have the name of a
 * property that every object has.
 */
const fields = z.custom<object>(isMap, 'expected field → function')

const tag = z.object({
  name: z.string().regex(TAG_NAME, "expected a name of letters, digits, _ and -, at most 64, like 'OFF_TOPIC'"),
  permissions: z.strictObject({
    public: z.boolean().optional(),
    self: z.boolean().optional(),
    roles: z.array(z.enum(USER_ROLES)).optional(),
  }),
  models: z.array(z.enum(['ASSETS', 'COMMENTS', 'USERS'])).min(1),
  created_at: z.date(),
})
const index = z.object({
  collection: z.string().min(1),
  name: z.string().min(1),
  keys: z.record(z.string(), z.union([z.literal(1), z.literal(-1)], 'expected 1 or -1')),
  partial: z.record(z.string(), z.unknown()).optional(),
})

const service = z.strictObject(
  {
    needs: z.array(z.string().min(1)),
    create: run,
    start: run.optional(),
    serve: run.optional(),
    stop: run.optional(),
    close: run.optional(),
  },
  shape('{ needs, create }'),
)
const needs = z.union(
  [z.string().min(1), z.array(z.string().min(1)).min(1)],
  "expected 'ANYBODY', 'SIGNED_IN' or permissions",
)
const permission = z.union(
  [
    needs,
    z.strictObject({
      needs,
      own: z.enum(['person', 'author']).optional(),
      silent: z.literal(true).optional(),
      itself: z.literal(true).optional(),
      beyond: z.record(z.string(), needs).optional(),
    }),
  ],
  "expected 'ANYBODY', 'SIGNED_IN', permissions, or { needs }",
)

const phase = z
  .strictObject({
    name: z.string().min(1).max(100),
    purpose: z.string().optional(),
    before: z.string().min(1).optional(),
    after: z.string().min(1).optional(),
    judgesBy: z.array(z.string()).optional(),
    gate: z.boolean().optional(),
    run,
  })
  .refine(
    ({ before, after }) => (before === undefined) !== (after === undefined),
    'say before or after which phase it runs, one of the two',
  )

const QUEUED_NAME = /^[A-Za-z][\w.-]{0,99}$/
const LONGEST_TIMER = 2 ** 31 - 1
const count = z.int().min(1).max(1_000)
const milliseconds = z.number().min(1).max(LONGEST_TIMER)
const schema = z.custom<object>(
  value => isMap(value) && isMap(value['~standard']),
  'expected a schema, like z.object({ asset: z.string() })',
)
const job = z
  .strictObject({
    run,
    input: schema.optional(),
    schedule: z.string().optional(),
    concurrency: count.optional(),
    attempts: count.optional(),
    timeout: milliseconds.optional(),
    backoff: z.strictObject({ first: milliseconds.optional(), longest: milliseconds.optional() }).optional(),
  })
  .refine(
    ({ schedule, input, concurrency }) => schedule === undefined || (input === undefined && concurrency === undefined),
    'has a schedule: such a job gets no input, and runs one at a time, so remove input and concurrency',
  )
const mail = z.strictObject({
  values: schema,
  sample: z.custom<object>(isMap, 'expected an object of values to try the texts with'),
  subject: z.string().min(1).max(1_000),
  text: z.string().min(1),
  html: z.string().min(1).optional(),
})

/** Names of jobs and mails are stored in the queue, and the name of a mail is also the name of a file. */
function named<T extends z.ZodType>(entry: T, example: string) {
  return z.record(z.string(), entry).superRefine((all, { addIssue }) => {
    for (const name of Object.keys(all).filter(key => !QUEUED_NAME.test(key)))
      addIssue({
        code: 'custom',
        path: [name],
        message: `expected a name of letters, digits, ., _ and -, at most 100, like '${example}'`,
      })
  })
}

/** A map whose entries become properties of an object that plugins read. */
function mountable<T extends Readonly<Record<string, unknown>>>(schema: z.ZodType<T>): z.ZodType<T> {
  return z
    .custom<T>()
    .superRefine((value, { addIssue }) => {
      for (const name of Object.getOwnPropertyNames(value)) {
        const message = unmountable(name)
        if (message !== null) addIssue({ code: 'custom', message })
      }
    })
    .pipe(schema as never)
}

function refuseRepeatedTags(
  tags: readonly z.output<typeof tag>[],
  { addIssue }: { addIssue(issue: { code: 'custom'; path: (string | number)[]; message: string }): void },
): void {
  for (const [i, { name, models }] of tags.entries()) {
    const twin = tags.findIndex(other => other.name === name && other.models.some(model => models.includes(model)))
    if (twin >= 0 && twin < i)
      addIssue({ code: 'custom', path: [i, 'name'], message: `${name} is there already, as number ${twin}` })
  }
}

const definition = z.strictObject(
  { schema, description: z.string().min(1).max(300), fallback: z.boolean().optional() },
  shape('{ schema, description }'),
)
/** The definitions of hooks for other plugins. A name of the platform or of the manifest would never be found again. */
const definitions = z.record(z.string(), definition).superRefine((all, { addIssue }) => {
  for (const name of Object.keys(all)) {
    const taken = Object.hasOwn(HOOK_SHAPES, name) ? 'a hook of the platform' : isManifestKey(name) && 'a manifest key'
    const message = taken ? `is ${taken}, so no plugin can define it; choose another name` : unmountable(name)
    if (message) addIssue({ code: 'custom', path: [name], message })
  }
})

function isManifestKey(name: string): boolean {
  return MANIFEST_KEYS.some(key => key === name)
}

/** The schemas of the hooks that are no plain functions. */
const CONTENTS: Readonly<Record<string, z.ZodType>> = {
  typeDefs: z.string().refine(text => text.trim() !== '', 'is empty; give GraphQL definitions, or remove it'),
  context: mountable(functions),
  resolvers: z.record(z.string(), fields),
  hooks: z.record(z.string(), hookedFields),
  setupFunctions: functions,
  tags: z.array(tag).superRefine(refuseRepeatedTags),
  indexes: z.array(index),
  models: z.array(z.custom<object>(isModel, 'expected a model, made by defineModel')),
  services: mountable(z.record(z.string(), service)),
  permissions: z.record(z.string(), permission),
  connectors: mountable(z.record(z.string(), z.unknown())),
  moderation: z.array(phase),
  jobs: named(job, 'likes.recount'),
  mails: named(mail, 'likes.digest'),
  personalData: z.strictObject({ export: run, erase: run }),
  assetData: z.strictObject({ merge: run }),
  defines: definitions,
  websockets: z.strictObject({ onConnect: run.optional(), onDisconnect: run.optional() }),
}

/**
 * The places inside a hook that have the wrong shape, and what was expected there.
 *
 * @example
 * misshapen('hooks', { Comment: { body: { pre: 1 } } }) // [{ at: 'Comment.body.pre', message: 'expected a function' }]
 */
export function misshapen(hook: string, value: unknown): { readonly at?: string; readonly message: string }[] {
  const parsed = CONTENTS[hook]?.safeParse(value, { error: expectation })
  if (!parsed || parsed.success) return []
  return parsed.error.issues.map(({ path, message }) => ({
    message,
    ...(path.length > 0 ? { at: path.join('.') } : {}),
  }))
}
