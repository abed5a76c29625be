/** Name of the tag. */
export const FEATURED = 'FEATURED'
