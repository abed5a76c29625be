import type { ListedPart, SlotEntry, SlotName } from '@platform/client-sdk'
import { entriesOf } from '@platform/client-sdk'
import { splitFragment } from '@platform/core-schema'
import { messageOf, type Problem } from '@platform/plugin-host'
import {
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  NoUnusedFragmentsRule,
  parse,
  type SelectionSetNode,
  specifiedRules,
  validate,
  visit,
} from 'graphql'
import { type App, appsOf, isInAdmin } from './admin-slots.ts'
import { type PartSources, problemAt } from './problem-at.ts'

/** The types on which the documents of the stream take up fragments. */
export type ExtendedType = 'Comment' | 'Asset' | 'RootQuery' | 'Settings'

/** A fragment of a client part, in two parts by whom its fields are for. */
export interface PartFragment {
  readonly part: ListedPart
  /** `slots.stream.fragments.asset`: the keys that lead to it in the part. */
  readonly place: string
  readonly type: ExtendedType
  /** The apps whose documents take it up. */
  readonly apps: readonly App[]
  readonly shared: FragmentDefinitionNode | null
  readonly own: FragmentDefinitionNode | null
}

const TYPES: Readonly<Record<string, ExtendedType>> = {
  comment: 'Comment',
  asset: 'Asset',
  root: 'RootQuery',
  settings: 'Settings',
}

/** The client parts that ask a graph for something. */
export interface AskingParts {
  readonly parts: readonly ListedPart[]
  readonly sources: PartSources
  readonly schema: GraphQLSchema
}

interface Declared {
  readonly part: ListedPart
  /** `slot commentReactions`, or the key of the part. */
  readonly place: string
  readonly type: ExtendedType
  readonly apps: readonly App[]
  readonly text: string
  /** Whether its fields are the reader's own, whatever their resolvers say. */
  readonly isOwn?: boolean
}

/** Reads and splits what all client parts ask for. */
export function partFragments({ parts, sources, schema }: AskingParts): {
  readonly fragments: readonly PartFragment[]
  readonly problems: readonly Problem[]
} {
  const problems: Problem[] = []
  const fragments = parts.flatMap(declaredIn).flatMap((declared, i): PartFragment[] => {
    try {
      return [read(declared, i, schema)]
    } catch (error) {
      const { part, place } = declared
      problems.push(
        problemAt(part, {
          code: 'PLUGIN_FRAGMENT_INVALID',
          at: place,
          message: messageOf(error),
          sources,
          isAsking: true,
        }),
      )
      return []
    }
  })
  return { fragments, problems }
}

function declaredIn(part: ListedPart): Declared[] {
  // The panel reads a discussion with each comment, so it asks for what its slots show of one, and for nothing else.
  const appsFor = (type: string): readonly App[] =>
    isInAdmin(part) && type !== 'Asset' ? ['stream', 'admin'] : ['stream']
  const ofPart = (['fragments', 'own'] as const).flatMap(key =>
    Object.entries(part.part[key] ?? {}).map(([type, text]) => ({
      part,
      place: `${key}.${type}`,
      type: type as ExtendedType,
      apps: appsFor(type),
      text,
      isOwn: key === 'own',
    })),
  )
  const ofSlots = (Object.keys(part.part.slots ?? {}) as SlotName[]).flatMap(slot =>
    (entriesOf(part, slot) as readonly SlotEntry<SlotName>[]).flatMap(({ fragments = {} }) =>
      Object.entries(fragments).map(([resource, text]) => ({
        part,
        place: `slots.${slot}.fragments.${resource}`,
        type: TYPES[resource] ?? (resource as ExtendedType),
        apps: appsOf(slot),
        text,
      })),
    ),
  )
  return [...ofPart, ...ofSlots]
}

/** The rules of a document; its fragments are used elsewhere. */
const RULES = specifiedRules.filter(rule => rule !== NoUnusedFragmentsRule)

function read(
  { part, place, type, apps, text, isOwn = false }: Declared,
  number: number,
  schema: GraphQLSchema,
): PartFragment {
  if (!Object.values(TYPES).includes(type))
    throw new Error(`there is no record "${type}"; give ${Object.values(TYPES).join(', ')}`)
  const document = parse(text)
  const [found, second] = document.definitions
  if (found?.kind !== Kind.FRAGMENT_DEFINITION || second) throw new Error('give the text of one fragment')
  const on = found.typeCondition.name.value
  if (on !== type) throw new Error(`the fragment is on ${on}; here it must be on ${type}`)
  visit(found, {
    Variable({ name: { value } }) {
      throw new Error(`a fragment gets no variables: write a value in place of $${value}, or ask by queries`)
    },
  })
  // Two plugins may give their fragments the same name.
  const named: FragmentDefinitionNode = { ...found, name: { kind: Kind.NAME, value: `Part${number}` } }
  const [wrong] = validate(schema, { kind: Kind.DOCUMENT, definitions: [named] }, RULES)
  if (wrong) throw new Error(wrong.toString())
  const sides = isOwn ? { shared: null, own: named } : splitFragment(schema, named, `${part.plugin}, ${place}`)
  if (type === 'RootQuery') assertReachesSlots(apps, sides.own?.selectionSet ?? null)
  return { part, place, type, apps, ...sides }
}

/**
 * Refuses fields of `RootQuery` that no slot would be given. Of those that depend on who reads, a page asks for the
 * reader.
 */
function assertReachesSlots(apps: readonly App[], own: SelectionSetNode | null): void {
  const instead = 'ask for it by one of the queries of the part'
  if (!apps.includes('stream')) throw new Error(`the admin panel asks for nothing of RootQuery; ${instead}`)
  for (const selection of own?.selections ?? []) {
    if (selection.kind === Kind.INLINE_FRAGMENT) assertReachesSlots(apps, selection.selectionSet)
    else if (selection.name.value !== 'me' || (selection.kind === Kind.FIELD && selection.alias))
      throw new Error(
        `${selection.name.value} depends on who asks, and of RootQuery only "me" is asked for apart, which useViewer ` +
          `gives; ask for a field of "me", or ${instead}`,
      )
  }
}
