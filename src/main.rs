fn main(){
 let dir=std::path::Path::new("templates");
 let c=golfchess::catalog::Catalog::load(dir).unwrap_or_else(|e|panic!("{e}"));
 let t=golfchess::compose::Templates::load(dir,&c).unwrap_or_else(|e|panic!("{e}"));
 let mut sum=0;
 std::fs::create_dir_all("/tmp/cat").unwrap();
 for v in c.variants(){ match t.build(v){ Ok(m)=>{sum+=m.page.len();println!("{} {} {:?} {}",v.name,m.page.len(),m.maker,m.wrapper);std::fs::write(format!("/tmp/cat/{}.html",v.name),&m.page).unwrap();}, Err(e)=>{println!("{e}");println!("{}",t.compose(v).unwrap());return} } }
 println!("{sum}");
}
