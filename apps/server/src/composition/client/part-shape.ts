import { type ClientPlugin, type ListedPart, OFFERS, SLOT_NAMES } from '@platform/client-sdk'
import type { Problem } from '@platform/plugin-host'
import { nearestName } from '@platform/plugin-sdk'
import { z } from 'zod'
import { type PartSources, problemAt } from './problem-at.ts'

const run = z.custom(value => typeof value === 'function', 'expected a function')
const isEntry = (value: unknown) =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && 'component' in value && typeof value.component === 'function')
const content = z.custom(
  value => (Array.isArray(value) ? value.every(isEntry) : isEntry(value)),
  'expected a component, { component, fragments, isExcluded }, or a list of them',
)
const text = z.string('expected a text')
const operations = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.record(z.string(), z.strictObject({ document: text, ...shape }), 'expected an object of operations by name')

/** A name that stands in addresses. */
const NAME = /^[a-zA-Z][\w-]{0,63}$/
const BAD_NAME = 'expected a name of letters, digits, - and _'
const tabName = z.string(BAD_NAME).regex(NAME, BAD_NAME)
const tagTab = z.strictObject({ name: tabName.optional(), tag: z.string().min(1) })
const listTab = z.union([tabName, tagTab], `${BAD_NAME}, or { name, tag }`)
const texts = z.array(text, 'expected a list of texts')
const queue = z.strictObject(
  {
    name: text,
    icon: text,
    statuses: texts.optional(),
    tags: texts.optional(),
    action_type: text.optional(),
    subscriptions: operations({ heard: run }).optional(),
  },
  'expected { name, icon, statuses, tags, action_type, subscriptions }',
)
const configField = z.union(
  [
    z.strictObject({ default: z.string(), values: z.array(z.string()).optional() }),
    z.strictObject({ default: z.number(), min: z.number().optional(), max: z.number().optional() }),
    z.strictObject({ default: z.boolean() }),
  ],
  'expected { default } with a text, a number or a boolean; a text may have values, a number min and max',
)

/** What the default export of a client part may have. */
const KEYS = {
  slots: z.strictObject(Object.fromEntries(SLOT_NAMES.map(name => [name, content.optional()]))),
  fragments: z.record(z.string(), text, 'expected the text of a fragment by the name of its type'),
  own: z.record(z.string(), text, 'expected the text of a fragment by the name of its type'),
  mutations: operations({ optimistic: run.optional(), answered: run.optional() }),
  queries: operations({}),
  subscriptions: operations({ heard: run }),
  commentClass: run,
  commentForm: z.strictObject({ preSubmit: run.optional(), postSubmit: run.optional() }),
  queues: z.record(z.string().regex(NAME, BAD_NAME), queue, 'expected queues by their keys'),
  tabs: z.strictObject({ streamTabs: listTab.optional(), embedStreamTabs: tabName.optional() }),
  config: z.record(z.string(), configField, 'expected { default, … } by the key'),
  sorts: texts,
  draws: z.array(z.enum(SLOT_NAMES, 'expected names of slots'), 'expected a list of names of slots'),
  offers: z.array(z.enum(OFFERS, `expected ${OFFERS.join(' or ')}`), `expected a list of ${OFFERS.join(' and ')}`),
  translations: z.record(z.string(), z.record(z.string(), text), 'expected texts by language, then by key'),
  init: run,
} satisfies Record<keyof ClientPlugin, z.ZodType>

const partSchema = z
  .strictObject(KEYS, 'the default export is no object; write export default defineClientPlugin({ … })')
  .partial()

/** The keys of an object of the part, and what one of them is called. */
const NAMES: Readonly<Record<string, { readonly what: string; readonly known: readonly string[] }>> = {
  '': { what: 'key', known: Object.keys(KEYS) },
  slots: { what: 'slot', known: SLOT_NAMES },
  tabs: { what: 'level of tabs', known: ['streamTabs', 'embedStreamTabs'] },
}

/** Everything that is wrong about the forms of the client parts, each with its place. */
export function shapeProblems(parts: readonly ListedPart[], sources: PartSources): readonly Problem[] {
  return parts.flatMap(listed => {
    if (listed.part === undefined) {
      const message = 'there is no default export; write export default defineClientPlugin({ … })'
      return [problemAt(listed, { code: 'PLUGIN_CLIENT_INVALID', at: '', message, sources })]
    }
    const { success, error } = partSchema.safeParse(listed.part)
    if (success) return []
    return error.issues.flatMap(issue =>
      findings(issue).map(({ at, message }) =>
        problemAt(listed, { code: 'PLUGIN_CLIENT_INVALID', at, message, sources }),
      ),
    )
  })
}

/** One finding for each unknown name, so that each has its own place. */
function findings(issue: z.core.$ZodIssue): readonly { readonly at: string; readonly message: string }[] {
  const place = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') return [{ at: place, message: issue.message }]
  return issue.keys.map(key => {
    const { what, known } = NAMES[place] ?? { what: 'key', known: [] }
    const near = nearestName(key, known)
    const list = what === 'key' && known.length > 0 ? `the keys are ${known.join(', ')}` : 'remove it'
    const hint = near ? `did you mean ${near}?` : list
    return { at: [...issue.path, key].join('.'), message: `there is no ${what} "${key}"; ${hint}` }
  })
}
