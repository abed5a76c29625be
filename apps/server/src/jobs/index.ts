import { defineFeature } from '../contract/define-feature.ts'
import { indexesOf } from '../contract/indexes.ts'
import { jobIndexes } from './model.ts'
import { createJobs, type JobsService } from './service.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly jobs: JobsService
  }
}

/** The queue of jobs, which are stored until they are done. */
export const jobsFeature = defineFeature({
  name: 'jobs',
  services: {
    jobs: {
      needs: ['docstore', 'kvstore', 'clock', 'log', 'config'],
      create: ({ config, ...needed }) => createJobs({ ...needed, timeZone: config.timeZone }),
      serve: jobs => jobs.start(),
      stop: jobs => jobs.stop(),
    },
  },
  indexes: indexesOf(jobIndexes),
})
