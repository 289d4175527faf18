"""What the installed package says of itself."""
import importlib.metadata
import os
import pathlib

import pytest

import lanegjk as lg

HERE = pathlib.Path(__file__).parents[1]
SOURCE = pathlib.Path(os.environ.get("LGJK_SOURCE", pathlib.Path(__file__).parents[2]))


def test_metadata():
    try:
        package = importlib.metadata.distribution("lanegjk")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("not installed from a wheel")
    about = package.metadata
    assert about["Version"] == lg.__version__ and about["License"] == "MIT"
    assert any("https://" in url for url in about.get_all("Project-URL"))
    description = about["Description"] or about.get_payload()
    assert description.strip() == (HERE / "README.md").read_text().strip() and "](" not in description
    licence, = [file for file in package.files if file.name == "LICENSE"]
    assert licence.parts[0].endswith(".dist-info") and licence.read_text() == (SOURCE / "LICENSE").read_text()
    assert {"_native.pyi", "py.typed"} <= {file.name for file in package.files}


def test_the_licence_is_the_repositorys():
    assert (HERE / "LICENSE").read_text() == (SOURCE / "LICENSE").read_text()
