import type { Config } from '@platform/config'
import { connectDocstore, type Docstore } from '@platform/docstore'
import { connectKvstore, type Kvstore } from '@platform/kvstore'
import type { Log } from '../runtime/log.ts'

/** The stores of a configuration. `close` ends their connections, the last one opened first. */
export interface Stores {
  readonly docstore: Docstore
  readonly kvstore: Kvstore
  close(): Promise<void>
}

interface StoresOptions {
  readonly config: Config
  readonly log: Log
  /** The clock by which `memory:` measures expiry, in milliseconds. Default: that of the process. */
  readonly monotonic?: () => number
  /** Called when a store can't be reached any more and the process should end. */
  readonly onFatal?: (error: Error) => void
}

/** Opens both stores. When the second can't be opened, the first is closed. */
export async function openStores({ config, log, monotonic, onFatal }: StoresOptions): Promise<Stores> {
  const fatal = onFatal ? { onFatal } : {}
  const docstore = await connectDocstore(config.docstoreUrl, {
    ...fatal,
    log: message => log.info(message),
    warn: message => log.warn(message),
  })
  try {
    const kvstore = await connectKvstore(config.kvstoreUrl, {
      ...config.kvstore,
      ...fatal,
      ...(monotonic ? { now: monotonic } : {}),
      onRetry: ({ failures, delay, error }) =>
        log.warn(
          { failures, delay: Math.round(delay), reason: error.message },
          'the key-value store is not reachable; trying again',
        ),
    })
    return {
      docstore,
      kvstore,
      close: async () => {
        await kvstore.close()
        await docstore.close()
      },
    }
  } catch (error) {
    await docstore.close()
    throw error
  }
}
