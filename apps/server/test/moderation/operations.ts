import type { TestPlatform } from '@platform/plugin-testing'

/** Runs one mutation; the keys it was refused with, or `null`. */
export async function refusals(
  platform: TestPlatform,
  mutation: string,
  variables: Record<string, unknown> = {},
): Promise<string[] | null> {
  const types = Object.entries(variables)
    .map(([name, value]) => `$${name}: ${value instanceof Date ? 'Date!' : 'ID!'}`)
    .join(', ')
  const { status, data, errors } = await platform.graphql(
    `mutation ${types ? `(${types})` : ''} { answer: ${mutation} { errors { translation_key } } }`,
    variables,
  )
  if (status === 401) return ['TOKEN_INVALID']
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  const answer: { errors: { translation_key: string }[] | null } | null = data!['answer']
  return answer?.errors?.map(error => error.translation_key) ?? null
}

/** What is published from now on, by name. */
export function recorded({ services: { events } }: TestPlatform): string[] {
  const names: string[] = []
  const emit = events.local.emit.bind(events.local)
  events.local.emit = (event, ...args: unknown[]) => {
    names.push(String(event))
    return emit(event, ...args)
  }
  return names
}
