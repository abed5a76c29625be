import type { Services } from '@platform/plugin-sdk'
import { type GraphQLEnumType, isEnumType } from 'graphql'

/** The values by which the comments of this server can be sorted, with those of plugins. */
export function sortValues({ composition: { schema } }: Pick<Services, 'composition'>): readonly string[] {
  const type = schema.getType('SORT_COMMENTS_BY')
  return isEnumType(type) ? namesOf(type) : []
}

const namesOf = (type: GraphQLEnumType) => type.getValues().map(({ name }) => name)
