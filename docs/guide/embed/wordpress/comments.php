<?php
/** The comments of a post. WordPress includes this file in place of the theme's own. */
?>
<div id="comments"></div>
<script async src="<?php echo esc_url( PLATFORM_COMMENTS . '/embed.js' ); ?>" data-element="comments" data-asset-url="<?php echo esc_url( get_permalink() ); ?>"></script>
<noscript>
	<a href="<?php echo esc_url( PLATFORM_COMMENTS . '/discussions/by-url?asset_url=' . rawurlencode( get_permalink() ) ); ?>">Comments</a>
</noscript>
