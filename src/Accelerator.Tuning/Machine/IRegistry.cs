namespace Accelerator.Tuning.Machine;

/// <summary>The registry operations that tuning needs, below one hive. Tests use another root.</summary>
public interface IRegistry
{
    /// <summary>Returns a value as text: REG_SZ unchanged, REG_DWORD in digits; null if the key or the value is absent.</summary>
    /// <exception cref="UnauthorizedAccessException">Reading is not permitted.</exception>
    string? Read(string key, string name);

    /// <summary>Returns whether a key exists.</summary>
    bool HasKey(string key);

    /// <summary>Returns the names of a key's subkeys; empty if the key is absent.</summary>
    IReadOnlyList<string> Subkeys(string key);

    /// <summary>Returns the names of a key's values; empty if the key is absent.</summary>
    /// <exception cref="UnauthorizedAccessException">Reading is not permitted.</exception>
    IReadOnlyList<string> Names(string key);

    /// <summary>Writes a REG_DWORD, and creates the key if it is absent.</summary>
    /// <exception cref="UnauthorizedAccessException">Writing is not permitted.</exception>
    void SetNumber(string key, string name, uint value);

    /// <summary>Writes a REG_SZ, and creates the key if it is absent.</summary>
    /// <exception cref="UnauthorizedAccessException">Writing is not permitted.</exception>
    void SetText(string key, string name, string value);

    /// <summary>Deletes a value; does nothing if it is absent.</summary>
    /// <exception cref="UnauthorizedAccessException">Writing is not permitted.</exception>
    void Delete(string key, string name);
}
