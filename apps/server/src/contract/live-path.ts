/** Where the live endpoint is, below the mount path. */
export const LIVE_PATH = '/api/v1/live'
