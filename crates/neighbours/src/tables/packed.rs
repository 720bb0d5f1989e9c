//! The tables that are part of the program: the values of all materials one after the other,
//! compressed.

use std::io::Read;

use flate2::read::ZlibDecoder;

use super::index::{Indexer, Material};
use super::solver::materials;
use super::{Table, Tables};

/// The pieces of the embedded tables.
pub(super) const PIECES: usize = 4;

const EMBEDDED: &[u8] = include_bytes!("../../tables/up-to-four.zlib");

/// Unpacks the embedded tables; the format has a checksum of its own.
pub(super) fn embedded() -> Tables {
    let mut tables = Tables::default();
    let mut source = ZlibDecoder::new(EMBEDDED);
    for material in Material::up_to(PIECES).flat_map(materials) {
        let indexer = Indexer::new(material);
        let mut values = vec![0; indexer.len()];
        source.read_exact(&mut values).expect("the embedded tables are whole");
        tables.insert(Table::new(indexer, values));
    }
    tables
}

/// Packs tables as [`embedded`] reads them.
#[cfg(test)]
pub(super) fn pack(tables: &Tables) -> std::io::Result<Vec<u8>> {
    use std::io::Write;

    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    for material in Material::up_to(PIECES).flat_map(materials) {
        packed.write_all(&tables.get(material).expect("all tables are there").values)?;
    }
    packed.finish()
}
