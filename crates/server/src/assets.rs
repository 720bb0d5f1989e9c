//! The front end inside the program.

use std::io::Read;

use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use rust_embed::Embed;

use crate::refused::Refused;

/// What `build.rs` prepared: `NAME.gz`, or `NAME` where compression does not help.
#[derive(Embed)]
#[folder = "$OUT_DIR/assets"]
struct Assets;

/// The history of the nets as it was at the build.
pub(crate) const NET_HISTORY: &str = include_str!(concat!(env!("OUT_DIR"), "/history.md"));

/// Answers with a file of the front end; a path that is none is a place in the page.
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
    // Names of built files tell their content; the page itself may change with the next build.
    let caching =
        if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let common = [(header::CONTENT_TYPE, mime(path)), (header::CACHE_CONTROL, caching)];
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

fn mime(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
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
}
