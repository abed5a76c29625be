import type { User } from '@platform/plugin-sdk'
import { GraphQLError, type GraphQLSchema, parse, validate } from 'graphql'
import type { Caller } from '../contract/identity.ts'
import type { ClientBuilds } from '../features/client-builds/service.ts'
import { oncePer } from '../runtime/once-per.ts'

/** The document of an operation: its text, or the id of a stored one. */
export interface GivenDocument {
  readonly query?: string | undefined
  readonly documentId?: unknown
}

/** Which documents a caller may run. */
export interface DocumentRules {
  readonly stored: Pick<ClientBuilds, 'documentOf'>
  readonly schema: GraphQLSchema
  /** Whether the caller may send documents that the server does not keep. */
  readonly acceptsAny: boolean
}

/**
 * The text of the document that an operation gives; `undefined` when it gives none.
 *
 * @throws GraphQLError DOCUMENT_NOT_FOUND for an unknown id, and for that of another version's document which this
 *   server can't run; DOCUMENT_NOT_STORED for a text where only stored documents are run.
 */
export async function findDocument(
  { query, documentId }: GivenDocument,
  { stored, schema, acceptsAny }: DocumentRules,
): Promise<string | undefined> {
  if (documentId === undefined) {
    if (!query || acceptsAny) return query
    throw refusal(
      'DOCUMENT_NOT_STORED',
      'This server runs only the documents that it keeps: send documentId in place of query',
    )
  }
  const text = typeof documentId === 'string' ? await stored.documentOf(documentId) : undefined
  if (text !== undefined && canRun(schema, text)) return text
  throw refusal('DOCUMENT_NOT_FOUND', 'This server does not keep that document; load the page again')
}

/** Whether stored documents fit a schema, by their texts. There are only those of a few builds. */
const fitting = oncePer((_schema: GraphQLSchema) => new Map<string, boolean>())

/** Whether the schema has everything that a stored document asks for; one of another version may ask for more. */
function canRun(schema: GraphQLSchema, text: string): boolean {
  const known = fitting(schema)
  const fits = known.get(text) ?? validate(schema, parse(text), undefined, { maxErrors: 1 }).length === 0
  known.set(text, fits)
  return fits
}

/** Whether a caller may send any document: every caller by default, else administrators with a token in a header. */
export function maySendAny(documents: 'any' | 'stored', { source, user }: Pick<Caller, 'source' | 'user'>): boolean {
  return documents === 'any' || (source === 'header' && isAdministrator(user))
}

const isAdministrator = (user: User | null) => user?.roles.includes('ADMIN') ?? false

function refusal(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status: 400 } } })
}
