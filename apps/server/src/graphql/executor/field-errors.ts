import type { GraphQLError, GraphQLResolveInfo } from 'graphql'

/** Where a value is in the answer. */
export type Path = GraphQLResolveInfo['path']

/** The errors of an answer. Below a place that is null because of an error, no further one counts. */
export class FieldErrors {
  readonly errors: GraphQLError[] = []
  readonly #places = new Set<Path | undefined>()

  add(error: GraphQLError, path: Path | undefined): void {
    for (let place = path; place !== undefined; place = place.prev) if (this.#places.has(place)) return
    if (this.#places.has(undefined)) return
    this.#places.add(path)
    this.errors.push(error)
  }
}
