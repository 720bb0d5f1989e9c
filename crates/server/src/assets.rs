//! The embedded front end.

use std::io::Read;

use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use rust_embed::Embed;

use crate::refused::Refused;

/// The output of `build.rs`: `NAME.gz`, or `NAME` where compression does not help.
#[derive(Embed)]
#[folder = "$OUT_DIR/assets"]
struct Assets;

/// Answers with a file of the front end; a path without a dot is a view of the page.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    match answer(path, &headers) {
        Some(response) => response,
        None if path.contains('.') => Refused::Missing(format!("file {path:?}")).into_response(),
        None => answer("index.html", &headers)
            .unwrap_or_else(|| Refused::Missing("page".to_owned()).into_response()),
    }
}

fn answer(path: &str, headers: &HeaderMap) -> Option<Response> {
    // Names of built files contain a hash; the page itself may change with the next build.
    let caching =
        if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let common = [(header::CONTENT_TYPE, mime(path)), (header::CACHE_CONTROL, caching.to_owned())];
    if let Some(file) = Assets::get(path) {
        return Some((common, file.data).into_response());
    }
    let compressed = Assets::get(&format!("{path}.gz"))?.data;
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    if accepted.is_some_and(|accepted| accepted.contains("gzip")) {
        return Some((common, [(header::CONTENT_ENCODING, "gzip")], compressed).into_response());
    }
    let mut plain = Vec::new();
    GzDecoder::new(&*compressed).read_to_end(&mut plain).ok()?;
    Some((common, plain).into_response())
}

/// The media type of a file; all texts here are UTF-8.
fn mime(path: &str) -> String {
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    if mime.type_() == mime_guess::mime::TEXT { format!("{mime}; charset=utf-8") } else { mime.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn places_in_the_page_are_the_page_and_missing_files_are_missing() {
        let status =
            async |path: &str| serve(path.parse().expect("a path"), HeaderMap::new()).await.status().as_u16();
        assert_eq!(status("/").await, 200);
        assert_eq!(status("/analyse").await, 200);
        assert_eq!(status("/assets/none.js").await, 404);
    }

    #[test]
    fn browsers_are_told_what_a_file_is() {
        for (path, expected) in [
            ("index.html", "text/html; charset=utf-8"),
            ("assets/index-1a2b.js", "text/javascript; charset=utf-8"),
            ("service-worker.js", "text/javascript; charset=utf-8"),
            ("manifest.webmanifest", "application/manifest+json"),
            ("favicon.svg", "image/svg+xml"),
            ("icon-192.png", "image/png"),
            ("font.woff2", "font/woff2"),
            ("unknown", "application/octet-stream"),
        ] {
            assert_eq!(mime(path), expected);
        }
    }
}
