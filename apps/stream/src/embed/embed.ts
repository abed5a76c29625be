// Shows a discussion on a page of another site.
export {}
