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
  const note = (name: string, questionsOf: (parameters: unknown[]) => Question[]) => {
    const method = methods[name]!
    methods[name] = function (...parameters) {
      asked.push(...questionsOf(parameters).map(question => ({ collection: this, ...question })))
      return method.apply(this, parameters)
    }
  }
  const ofFind = ([filter = {}, options = {}]: unknown[]) => [
    { filter: filter as Asked['filter'], options: options as FindOptions },
  ]
  note('find', ofFind)
  note('countDocuments', ofFind)
  note('aggregate', ([pipeline, options = {}]) => ofPipeline(pipeline as Stage[], options as FindOptions))
  return {
    async of(work) {
      asked = []
      await work()
      return asked
    },
  }
}

type Question = Pick<Asked, 'filter' | 'options'>
type Stage = Readonly<Record<string, any>>

/** What the first stage of a pipeline selects, and what a join with a list of values does for each of them. */
function ofPipeline(pipeline: readonly Stage[], options: FindOptions): Question[] {
  const [first] = pipeline
  if (!first?.['$match']) return []
  const stageOf = (stages: readonly Stage[], name: string) => stages.find(stage => name in stage)?.[name]
  const join = stageOf(pipeline, '$lookup')
  const values: readonly unknown[] = stageOf(pipeline, '$project')?.[join?.localField]?.$literal ?? []
  const [limit, own] = [stageOf(pipeline, '$limit'), (name: string) => stageOf(join.pipeline, name)]
  return [
    { filter: first['$match'], options: { ...options, ...(limit && { limit }) } },
    ...values.map(value => ({
      filter: { ...own('$match'), [join.foreignField]: value },
      options: { sort: own('$sort'), limit: own('$limit') },
    })),
  ]
}

/** How the store answers, for questions it could also answer by looking at everything. */
export async function plansOf(asked: readonly Asked[]): Promise<FindExplanation[]> {
  return Promise.all(
    asked.map(({ collection, filter, options: { sort, limit } }) =>
      explainFind(collection, filter, { ...(sort && { sort }), ...(limit && { limit }) }),
    ),
  )
}
