//! Files of results: what is kept, and which files are refused.

use super::*;

fn decided_now(store: &Store, number: u64) -> bool {
    let mut now = false;
    let answer: Result<u64, ()> = store.answer(Question::about(&number), || {
        now = true;
        Ok(number * 3)
    });
    assert_eq!(answer, Ok(number * 3));
    now
}

/// Answers come back from the file, with or without a last batch that is not full.
#[test]
fn what_was_decided_is_not_decided_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results");
    let numbers = || 0..(BATCH as u64 + 10);
    let store = Store::open(&file).expect("a new file");
    assert!(numbers().all(|number| decided_now(&store, number)));
    // Killed here, the run has lost what follows its last full batch.
    let again = Store::open(&file).expect("a file of results");
    assert_eq!(numbers().filter(|&number| decided_now(&again, number)).count(), 10);
    store.finish().expect("kept");
    let again = Store::open(&file).expect("a file of results");
    assert!(!numbers().any(|number| decided_now(&again, number)));
}

/// Values come back beside numbers, of whatever length they are; what is kept as one is not taken for the other.
#[test]
fn values_are_kept_beside_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results");
    let value = |number: u64| vec![(number, "é".repeat(number as usize)); 2];
    let store = Store::open(&file).expect("a new file");
    for number in 0..100 {
        store.keep_value(Question::about(&("value", number)), &value(number));
        store.keep(Question::about(&number), number);
    }
    store.finish().expect("kept");
    let again = Store::open(&file).expect("a file of results");
    for number in 0..100 {
        assert_eq!(again.known_value(Question::about(&("value", number))), Some(value(number)));
        assert_eq!(again.known(Question::about(&("value", number))), None);
        assert_eq!(again.known(Question::about(&number)), Some(number));
        assert_eq!(again.known_value::<u64>(Question::about(&number)), None);
    }
}

/// What could not be decided is asked again.
#[test]
fn what_is_not_decided_is_not_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results");
    let store = Store::open(&file).expect("a new file");
    assert_eq!(store.answer(Question::about(&1), || Err("unknown")), Err("unknown"));
    store.finish().expect("kept");
    let again = Store::open(&file).expect("a file of results");
    assert!(decided_now(&again, 1));
}

/// Another build may decide otherwise: each has answers of its own.
#[test]
fn builds_do_not_share_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results");
    for build in ["one", "other"] {
        let store = Store::open_as(&file, Question::about(&build)).expect("a file");
        assert!(decided_now(&store, 1));
        store.finish().expect("kept");
    }
    let store = Store::open_as(&file, Question::about(&"one")).expect("a file");
    assert!(!decided_now(&store, 1));
}

/// Whatever byte of a file is changed, the file is refused, or gives no other answers.
#[test]
fn damage_is_refused_or_does_not_matter() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results");
    let store = Store::open(&file).expect("a new file");
    assert!((0..200).all(|number| decided_now(&store, number)));
    store.finish().expect("kept");
    drop(store);
    let bytes = std::fs::read(&file).expect("the file");
    let damaged = folder.path().join("damaged");
    let mut refused = 0;
    for at in (0..bytes.len()).step_by(97) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x55;
        std::fs::write(&damaged, &changed).expect("written");
        match Store::open(&damaged) {
            Ok(store) => (0..200).for_each(|number| {
                decided_now(&store, number);
            }),
            Err(why) => {
                assert!(!why.message.is_empty());
                refused += 1;
            }
        }
    }
    assert!(refused > 0, "some damage is found");
}

/// A file that is no database, another program's database, a later form of results, half a file.
#[test]
fn other_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results");
    let refused = |content: &[u8]| {
        std::fs::write(&file, content).expect("written");
        Store::open(&file).err().map(|why| why.message.clone()).expect("refused")
    };
    assert!(
        refused(b"litmus generated\n, and more than a page of a database has to have at least").starts_with("damaged")
    );
    std::fs::remove_file(&file).ok();
    let other = Connection::open(&file).expect("a database");
    other.execute_batch("CREATE TABLE t (x)").expect("a table");
    let why = Store::open(&file).err().expect("refused");
    assert_eq!(why.message, "a database, but not of results");
    drop(other);
    std::fs::remove_file(&file).ok();
    let store = Store::open(&file).expect("a new file");
    assert!((0..1000).all(|number| decided_now(&store, number)));
    store.finish().expect("kept");
    drop(store);
    let bytes = std::fs::read(&file).expect("the file");
    assert!(refused(&bytes[..bytes.len() / 2]).starts_with("damaged"));
    std::fs::write(&file, &bytes).expect("written");
    let later = Connection::open(&file).expect("a database");
    later.pragma_update(None, "user_version", SCHEMA + 1).expect("set");
    let why = Store::open(&file).err().expect("refused");
    assert!(why.message.starts_with("results are kept here in form"), "{}", why.message);
    drop(later);
    for damage in ["DROP TABLE answers", "DROP TABLE parts", "UPDATE answers SET entries = 7"] {
        std::fs::write(&file, &bytes).expect("written");
        let changed = Connection::open(&file).expect("a database");
        changed.execute_batch(damage).expect("changed");
        drop(changed);
        let why = Store::open(&file).err().expect("refused");
        assert!(why.message.starts_with("damaged"), "{damage}: {}", why.message);
    }
}
