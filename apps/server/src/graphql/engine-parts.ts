import type { Services } from '@platform/plugin-sdk'
import type { ExecutionResult } from 'graphql'
import type { ServerContext } from '../contract/context.ts'
import type { Admit } from './costs.ts'
import type { ExecuteDocument } from './execute-document.ts'
import type { KnownDocuments } from './known-documents.ts'

/** The operation of a client: the body of a POST, or the parameters of a GET. */
export type Operation = Readonly<Partial<Record<'query' | 'variables' | 'operationName' | 'extensions', unknown>>>

/** The context that the HTTP layer gives to the GraphQL engine with a request. */
export interface EngineContext {
  readonly graph: ServerContext
  /** The operation, which is parsed already, so that no body is parsed twice. */
  readonly operation: Operation
  /** Whether the server keeps the document of the operation. */
  readonly isStored?: boolean | undefined
  /** The bytes that are expected of the answer, once the operation is validated. */
  bytes?: number
  /** The result of an operation that was executed already, whose errors get their form here. */
  readonly executed?: ExecutionResult | undefined
}

/** What the engine does itself, for operations that Yoga sees and for those that it need not see. */
export interface EngineParts {
  readonly documents: KnownDocuments
  readonly admit: Admit
  readonly execute: ExecuteDocument
}

/** The services that the engine needs. */
export type EngineServices = Pick<Services, 'composition' | 'config' | 'log' | 'budget'>
