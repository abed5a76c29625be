import type { TestPlatform } from '@platform/plugin-testing'

/** A person of the fixture, and the platform as this person sees it. */
export interface Person {
  readonly id: string
  readonly as: TestPlatform
}

/** Runs one mutation; an answer with errors ends the filling of the site. */
export async function ask(site: TestPlatform, mutation: string, selection = ''): Promise<Record<string, any>> {
  const { data, errors } = await site.graphql(
    `mutation { answer: ${mutation} { ${selection} errors { translation_key } } }`,
  )
  const answer = data?.['answer'] as Record<string, any> | null
  if (errors.length > 0 || answer?.['errors'])
    throw new Error(`${mutation}: ${JSON.stringify(errors)} ${JSON.stringify(answer)}`)
  return answer ?? {}
}

export const text = (value: string) => JSON.stringify(value)
