import { documentTexts as adminDocuments } from '@platform/admin'
import type { Problem } from '@platform/plugin-host'
import { documentTexts, type StreamBuild } from '@platform/stream'
import type { GraphQLSchema } from 'graphql'
import type { StreamDocuments } from '../../contract/composed.ts'
import { completeDocuments } from './complete-documents.ts'
import { conflictProblems } from './conflicts.ts'
import { partFragments } from './fragments.ts'
import { partOperations } from './operations.ts'
import { shapeProblems } from './part-shape.ts'
import { queueProblems } from './queues.ts'
import { sortWarnings } from './sorts.ts'
import { tabProblems } from './tabs.ts'

/** What the client parts of plugins ask the graph for. */
export interface ComposedClient {
  readonly documents: StreamDocuments
  readonly problems: readonly Problem[]
  /** What is legal and probably not meant. */
  readonly warnings: readonly Problem[]
}

/** Completes the documents of the stream with what the listed client parts ask for. */
export function composeClient(
  { parts, sources = new Map() }: Pick<StreamBuild, 'parts' | 'sources'>,
  schema: GraphQLSchema | null,
): ComposedClient {
  const misshapen = shapeProblems(parts, sources)
  const inShapes = misshapen.length > 0 ? misshapen : tabProblems(parts, sources)
  // The problems of the schema are reported by themselves, and a part of another form can't be read.
  if (schema === null || inShapes.length > 0)
    return { documents: completeDocuments({}, NOTHING), problems: inShapes, warnings: [] }
  const { fragments, problems: inFragments } = partFragments({ parts, sources, schema })
  const { operations, problems: inOperations } = partOperations({ parts, sources, schema })
  const texts = { ...documentTexts, ...adminDocuments }
  const inConflict = conflictProblems(fragments, { texts: Object.values(texts), schema, sources })
  const documents = completeDocuments(texts, { fragments, operations })
  return {
    documents,
    problems: [...inFragments, ...inConflict, ...inOperations, ...queueProblems({ parts, sources, schema })],
    warnings: sortWarnings({ parts, sources, schema }),
  }
}

const NOTHING = { fragments: [], operations: new Map<string, string>() }
