import type { ModerationQueue } from '@platform/client-sdk'
import type { Problem } from '@platform/plugin-host'
import { nearestName } from '@platform/plugin-sdk'
import { type GraphQLSchema, isEnumType } from 'graphql'
import type { AskingParts } from './fragments.ts'
import { problemAt } from './problem-at.ts'

/** What moderation queues select that the graph does not have. */
export function queueProblems({ parts, sources, schema }: AskingParts): readonly Problem[] {
  return parts.flatMap(listed =>
    Object.entries(listed.part.queues ?? {}).flatMap(([key, queue]) =>
      unknownIn(queue, schema).map(({ of, message }) =>
        problemAt(listed, { code: 'PLUGIN_CLIENT_INVALID', at: `queues.${key}.${of}`, message, sources }),
      ),
    ),
  )
}

function unknownIn({ statuses = [], action_type }: ModerationQueue, schema: GraphQLSchema) {
  return [
    ...statuses.map(value => ({ of: 'statuses', type: 'COMMENT_STATUS', value })),
    ...(action_type === undefined ? [] : [{ of: 'action_type', type: 'ACTION_TYPE', value: action_type }]),
  ].flatMap(({ of, type, value }) => {
    const known = valuesOf(schema, type)
    if (known.includes(value)) return []
    const near = nearestName(value, known)
    const hint = near ? `did you mean ${near}?` : `the values are ${known.join(', ')}`
    return [{ of, message: `there is no value "${value}" in ${type}; ${hint}` }]
  })
}

/** The values of an enum of the graph. */
export function valuesOf(schema: GraphQLSchema, name: string): readonly string[] {
  const type = schema.getType(name)
  return isEnumType(type) ? type.getValues().map(value => value.name) : []
}
