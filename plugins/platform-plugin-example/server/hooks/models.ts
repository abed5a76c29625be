import { defineModel } from '@platform/plugin-sdk'
import { z } from 'zod'

/** The tally of each week. The time of the run is the id, so that a job that runs twice stores it once. */
export const reports = defineModel({
  name: 'example.reports',
  record: z.strictObject({
    week: z.date(),
    comments: z.int(),
    operations: z.int(),
    readers: z.int(),
  }),
  indexes: [{ name: 'by_week', keys: { week: -1 } }],
  samples: { 1: { week: new Date(0), comments: 3, operations: 20, readers: 2 } },
})

/**
 * `models`: collections of the plugin's own records, each with a schema, indexes and a version. Use one for everything
 * that is no small fact about a comment, an asset or a user; such a fact belongs into `metadata`.
 */
export const models = [reports]
