<?php
/**
 * Plugin Name: Platform comments
 * Description: Shows the discussions of a comment platform below posts.
 * Version: 1.0
 */

// The address of the platform. Add the host of this site to the platform's permitted domains.
defined( 'PLATFORM_COMMENTS' ) || define( 'PLATFORM_COMMENTS', 'https://comments.example.org' );

add_filter(
	'comments_template',
	function () {
		return __DIR__ . '/comments.php';
	}
);
