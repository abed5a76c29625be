import { afterAll } from 'vitest'
import { describeWith, type Need } from '../../../test/needs.ts'
import { connectDocstore, type Docstore, type DocstoreOptions } from '../src/index.ts'
import { commitListenersContract } from './contract/commit-listeners.ts'
import { documentsContract } from './contract/documents.ts'
import { filtersContract } from './contract/filters.ts'
import { indexesContract } from './contract/indexes.ts'
import { listsContract } from './contract/lists.ts'
import { locksContract } from './contract/locks.ts'
import { queriesContract } from './contract/queries.ts'
import { refusalsContract } from './contract/refusals.ts'
import { transactionsContract } from './contract/transactions.ts'
import { updatesContract } from './contract/updates.ts'
import { startMongo } from './mongo.ts'
import { temporaryUrl } from './temporary.ts'

const mongo = await startMongo()

const contracts = {
  documentsContract,
  filtersContract,
  listsContract,
  refusalsContract,
  queriesContract,
  updatesContract,
  indexesContract,
  transactionsContract,
  commitListenersContract,
  locksContract,
}

function contractOf(name: string, url: () => string, ...needs: Need[]): void {
  describeWith(...needs)(name, () => {
    const opened: Docstore[] = []
    const open = async (options?: DocstoreOptions): Promise<Docstore> => {
      const docstore = await connectDocstore(url(), options)
      opened.push(docstore)
      return docstore
    }
    afterAll(async () => {
      for (const docstore of opened) await docstore.close()
    })
    for (const contract of Object.values(contracts)) contract(open)
  })
}

contractOf('sqlite', temporaryUrl)

contractOf('mongodb', mongo.url, mongo)
afterAll(mongo.stop)
