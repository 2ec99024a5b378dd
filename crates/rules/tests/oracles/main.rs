//! The rules engine against independent sources: published perft tables, another library, test
//! cases of others, and real games. They are one program, so that it is linked once.

mod chess960;
mod differential;
mod material;
mod perft;
mod rampart;
mod real_games;
mod walls;
