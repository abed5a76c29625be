import {
  type Collection,
  connectDocstore,
  explainFind,
  type FindExplanation,
  type FindOptions,
} from '@platform/docstore'

/** One question that the platform put to its store, in a way that can be asked again. */
export interface Asked {
  readonly collection: Collection<object>
  readonly filter: Readonly<Record<string, unknown>>
  readonly options: FindOptions
}

export interface Listener {
  /** What is asked while the work is done. */
  of(work: () => Promise<unknown>): Promise<Asked[]>
}

type Method = (this: Collection<object>, ...parameters: unknown[]) => unknown

/**
 * Listens to what stores of this kind are asked. To be made before the platform: its services keep what they got from
 * the store.
 */
export async function listenTo(url: string): Promise<Listener> {
  const store = await connectDocstore(url)
  const methods = Object.getPrototypeOf(store.collection('anything')) as Record<string, Method>
  await store.close()
  let asked: Asked[] = []
  const note = (name: string, questionOf: (parameters: unknown[]) => Pick<Asked, 'filter' | 'options'> | null) => {
    const method = methods[name]!
    methods[name] = function (...parameters) {
      const question = questionOf(parameters)
      if (question) asked.push({ collection: this, ...question })
      return method.apply(this, parameters)
    }
  }
  note('find', ([filter = {}, options = {}]) => ({
    filter: filter as Asked['filter'],
    options: options as FindOptions,
  }))
  note('countDocuments', ([filter = {}, options = {}]) => ({
    filter: filter as Asked['filter'],
    options: options as FindOptions,
  }))
  note('aggregate', ([pipeline, options = {}]) => {
    const match = (pipeline as { $match?: Asked['filter'] }[])[0]?.$match
    return match ? { filter: match, options: options as FindOptions } : null
  })
  return {
    async of(work) {
      asked = []
      await work()
      return asked
    },
  }
}

/** How the store answers, for questions it could also answer by looking at everything. */
export async function plansOf(asked: readonly Asked[]): Promise<FindExplanation[]> {
  return Promise.all(
    asked.map(({ collection, filter, options: { sort, limit } }) =>
      explainFind(collection, filter, { ...(sort && { sort }), ...(limit && { limit }) }),
    ),
  )
}
