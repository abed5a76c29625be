/** The path of the live endpoint, below the mount path. */
export const LIVE_PATH = '/api/v1/live'
