import { type Answer, askGraph, askSharedGraph, type StoredDocument } from '@platform/client-kit'
import type { SiteFacts } from '../thread/state.ts'
import { type Announce, watched } from './operation-events.ts'
import type { Session } from './session.ts'

/** Runs stored documents. */
export interface Graph {
  /** The id by which this server keeps a document. */
  idOf(document: string): string
  /** Reads what is the same for every reader, without credentials. */
  ask<Result, Variables>(document: StoredDocument<Result, Variables>, variables: Variables): Promise<Answer<Result>>
  /** Reads or writes as the person who is signed in. `key` makes a repeated write count once. */
  askAsViewer<Result, Variables>(
    document: StoredDocument<Result, Variables>,
    variables: Variables,
    key?: string,
  ): Promise<Answer<Result>>
  /** Notes an event of a subscription. */
  heard<Result, Variables>(document: StoredDocument<Result, Variables>, variables: Variables, data: Result): void
}

interface GraphOptions {
  readonly session: Pick<Session, 'credentials'>
  /** Gets an event for each step of each operation. */
  readonly announce: Announce
}

/** Makes the client of the graph below the platform's address. */
export function createGraph(site: Pick<SiteFacts, 'root' | 'documents'>, { session, announce }: GraphOptions): Graph {
  const address = `${site.root}/api/v1/graph/ql`
  const idOf = (document: string) => document + site.documents
  return {
    idOf,
    ask(document, variables) {
      return watched({ document, variables, announce }, () =>
        askSharedGraph<never>(address, { documentId: idOf(document), variables }),
      )
    },
    askAsViewer(document, variables, key) {
      return watched({ document, variables, announce }, () =>
        askGraph<never>(address, { documentId: idOf(document), variables, key, ...session.credentials() }),
      )
    },
    heard: (document, variables, data) => announce(document, 'data', { variables, data }),
  }
}
