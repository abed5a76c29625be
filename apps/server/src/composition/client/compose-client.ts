import type { ListedPart } from '@platform/client-sdk'
import type { Problem } from '@platform/plugin-host'
import { documentTexts } from '@platform/stream'
import type { GraphQLSchema } from 'graphql'
import type { StreamDocuments } from '../../contract/composed.ts'
import { completeDocuments } from './complete-documents.ts'
import { partFragments } from './fragments.ts'
import { partOperations } from './operations.ts'

/** What the client parts of plugins ask the graph for. */
export interface ComposedClient {
  readonly documents: StreamDocuments
  readonly problems: readonly Problem[]
}

/** Completes the documents of the stream with what the listed client parts ask for. */
export function composeClient(parts: readonly ListedPart[], schema: GraphQLSchema | null): ComposedClient {
  // The problems of the schema are reported by themselves.
  if (schema === null) return { documents: completeDocuments({}, NOTHING), problems: [] }
  const { fragments, problems: inFragments } = partFragments(parts, schema)
  const { operations, problems: inOperations } = partOperations(parts, schema)
  const documents = completeDocuments(documentTexts, { fragments, operations })
  return { documents, problems: [...inFragments, ...inOperations] }
}

const NOTHING = { fragments: [], operations: new Map<string, string>() }
