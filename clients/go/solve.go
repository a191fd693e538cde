// Solves the puzzles of its arguments by the service at QUADRILLE_URL, by default http://localhost:8080. It needs no other package.
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

func main() {
	url := os.Getenv("QUADRILLE_URL")
	if url == "" {
		url = "http://localhost:8080"
	}
	for _, puzzle := range os.Args[1:] {
		answer, err := solve(url, puzzle)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(answer)
	}
}

// Returns the answer of the service as a line of text: a solution, or the verdict.
func solve(url string, puzzle string) (string, error) {
	request, err := http.NewRequest("POST", url+"/solve", strings.NewReader(puzzle))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "text/plain")
	request.Header.Set("Accept", "text/plain")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return "", err
	}
	answer := strings.TrimSpace(string(body))
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s: %s", response.Status, answer)
	}
	return answer, nil
}
