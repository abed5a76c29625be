/** The name of the tag. */
export const FEATURED = 'FEATURED'
