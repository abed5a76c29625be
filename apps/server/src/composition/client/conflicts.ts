import type { Problem } from '@platform/plugin-host'
import { type GraphQLSchema, parse, specifiedRules, validate } from 'graphql'
import { completeText } from './complete-documents.ts'
import type { PartFragment } from './fragments.ts'
import { type PartSources, placeIn } from './problem-at.ts'

interface Taking {
  /** The documents of the stream and of the admin panel, before they take up fragments. */
  readonly texts: readonly string[]
  readonly schema: GraphQLSchema
  readonly sources: PartSources
}

/**
 * Fragments with which a document is no longer valid, although each is valid by itself: they ask for a field with
 * other arguments than the document does, or than the fragment of another plugin does.
 */
export function conflictProblems(fragments: readonly PartFragment[], taking: Taking): readonly Problem[] {
  // One reading of all documents tells for nearly all sites that nothing is in conflict.
  if (!conflict(fragments, taking)) return []
  const agreed: PartFragment[] = []
  return fragments.flatMap(fragment => {
    const wrong = conflict([...agreed, fragment], taking)
    if (!wrong) {
      agreed.push(fragment)
      return []
    }
    const other = agreed.find(former => conflict([former, fragment], taking))
    return [problemOf(other ? [other, fragment] : [fragment], wrong, taking.sources)]
  })
}

/** What is wrong with a document that takes up the fragments; `null` when all documents are valid with them. */
function conflict(fragments: readonly PartFragment[], { texts, schema }: Taking): string | null {
  for (const text of texts) {
    const completed = completeText(text, fragments)
    const [wrong] = completed === text ? [] : validate(schema, parse(completed), specifiedRules)
    if (wrong) return wrong.message
  }
  return null
}

function problemOf(fragments: readonly PartFragment[], wrong: string, sources: PartSources): Problem {
  const { place } = fragments.at(-1)!
  const [first] = fragments
  const other = fragments.length > 1 ? `the fragment of ${first!.part.plugin}` : 'a document of the core'
  return {
    code: 'PLUGIN_FRAGMENT_INVALID',
    plugins: fragments.map(({ part, place: at }) => placeIn(part, at, sources)),
    hook: 'client',
    at: place,
    message: `it can't be asked for together with ${other}: ${wrong}`,
    fix: 'give the field a name of its own in the fragment, such as newest: replies(query: { limit: 1 })',
  }
}
