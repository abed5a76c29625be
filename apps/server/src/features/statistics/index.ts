import { statisticsTypeDefs } from '@platform/core-schema'
import { defineFeature } from '../../contract/define-feature.ts'
import {
  type Counts,
  createStatistics,
  type ModeratorStatistics,
  type Period,
  type StatisticsService,
} from './service.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly statistics: StatisticsService
  }
}

/** The numbers of the dashboard: comments of each day, and what became of them. */
export const statisticsFeature = defineFeature({
  name: 'statistics',
  typeDefs: statisticsTypeDefs,
  resolvers: {
    RootQuery: {
      statistics: (_root, { query }: { query: Period }, { services }) => services.statistics.of(query),
    },
    DiscussionStatistics: {
      asset: ({ asset_id: id }: { asset_id: string }, _args, { loaders }) => loaders.Assets.getByID(id),
    },
    ModeratorStatistics: {
      moderator: ({ moderator_id: id }: ModeratorStatistics, _args, { loaders }) => loaders.Users.getByID(id),
      secondsToDecision: ({ first, first_seconds: seconds }: ModeratorStatistics) =>
        first === 0 ? null : seconds / first,
    },
    CommentStatistics: {
      secondsToDecision: ({ decided, decision_seconds: seconds }: Counts) => (decided === 0 ? null : seconds / decided),
    },
  },
  permissions: { 'RootQuery.statistics': 'VIEW_STATISTICS' },
  services: { statistics: { needs: ['docstore'], create: createStatistics } },
})
