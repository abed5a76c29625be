import type { Engine, EngineServices } from './endpoint.ts'

/** Gives the GraphQL engine, made with the first request: commands that answer none start without it. */
export type LazyEngine = () => Promise<Engine>

export function createLazyEngine(services: EngineServices): LazyEngine {
  let engine: Promise<Engine> | undefined
  return () => (engine ??= import('./endpoint.ts').then(({ createEngine }) => createEngine(services)))
}
